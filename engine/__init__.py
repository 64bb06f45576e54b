"""The machinery: simulated time, the office, its apps, the minds in it and the ways to run them."""
