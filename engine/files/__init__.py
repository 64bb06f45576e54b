"""Real files: what they hold as text, what authors make them from, and the one form in which they are stored."""
