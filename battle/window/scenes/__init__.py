"""What screens are made of: the scene, cards and forms, questions laid over a scene."""
