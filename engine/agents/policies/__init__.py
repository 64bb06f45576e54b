"""Policies that come with Tenure, one a module; `find` makes one from its name."""
