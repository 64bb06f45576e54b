"""Doors: how somebody outside the process acts from a seat, and sees nothing but what the seat sees."""
