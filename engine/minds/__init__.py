"""How a coworker decides: scripted rules, or a model behind a typed client."""
