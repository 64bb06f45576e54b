"""Groups of runs made for statistics, and what can be concluded from them."""
