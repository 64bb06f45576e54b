"""A coworker who is played by a language model: percept in, decision out, with every ledger kept true."""
