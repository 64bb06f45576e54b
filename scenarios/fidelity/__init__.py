"""How true a mind is to a persona: the persona in a small office answers a fixed set of messages, and is measured."""
