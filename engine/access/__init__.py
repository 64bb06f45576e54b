"""Ways into a run from outside the process: servers, shells and viewers."""
