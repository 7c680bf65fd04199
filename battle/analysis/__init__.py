"""What is known of positions and games: values, costs, studies. No display and no solver."""
