"""Games with a friend elsewhere: what is sent, how it is sealed, and over which channel."""
