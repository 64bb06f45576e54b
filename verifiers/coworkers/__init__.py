"""How good the coworkers of a run were: each figure from the journal alone, beside what it is to be measured by.

An agent's score says little if the people it worked with leaked, contradicted themselves, misunderstood plain
questions or all wrote alike. So they are measured as carefully as the agent: what they told and kept back, whether they
stood by it, how they wrote and for how long they stayed themselves, and what went wrong with the minds behind them.
"""
