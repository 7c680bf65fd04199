"""What is known of positions and games: values, ledgers, studies. No display and no solver."""
