"""What happens: the pack format, its loader and checks, and the packs themselves."""
