"""The exact solver: positions in, proven values out. Importing the package loads no kernels."""
