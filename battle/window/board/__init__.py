"""The board on screen: where everything is, tiles, flights, values on tiles, panels beside it."""
