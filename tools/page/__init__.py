"""Builds the page: the whole game as a folder that any static host serves."""
