"""The company's apps, one module each, and the tools through which a seat uses them."""
