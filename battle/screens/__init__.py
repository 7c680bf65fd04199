"""What is seen and what can be done, screen by screen, for every surface."""
