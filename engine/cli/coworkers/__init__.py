"""The commands that measure coworkers: those of a run, several minds compared, and how tight they are."""
