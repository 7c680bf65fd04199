"""What developers run: measures, attacks, simulations and pictures. Not in the wheel."""
