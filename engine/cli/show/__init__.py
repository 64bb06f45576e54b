"""Reading a run: day by day, by thread, by person, by fact, by criterion, event by event, decision by decision."""
