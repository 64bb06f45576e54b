"""People at work: org graph, attention, knowledge, promises, rapport, own work."""
