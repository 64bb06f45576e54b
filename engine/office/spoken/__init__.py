"""What a text says in figures and words of several languages, brought to comparable form."""
