"""What authors may write in each file of a pack, as strict pydantic models."""
