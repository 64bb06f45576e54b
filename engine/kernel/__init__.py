"""Time, agenda, journal, state, randomness and the loop; knows nothing of offices."""
