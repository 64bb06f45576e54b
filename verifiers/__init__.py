"""How a run is scored, from ground truth and with evidence."""
