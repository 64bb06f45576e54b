"""An abstract network and the sides that attack, defend and use it."""
