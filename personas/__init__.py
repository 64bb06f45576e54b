"""Who people are: the persona schema, how personas load, and a library of them."""
