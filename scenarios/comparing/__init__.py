"""Minds side by side: the same recorded percepts given to each, and the same policies and seeds played with each."""
