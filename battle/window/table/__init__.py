"""The table where a game is played: scene, help, opponent."""
