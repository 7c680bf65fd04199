"""How the named levels see, err and play."""
