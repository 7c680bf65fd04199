"""What every screen draws and writes with: colours, fonts, lists, sounds; it knows no screen."""
