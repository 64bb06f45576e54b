"""Policies that play a seat, and the session they act through."""
