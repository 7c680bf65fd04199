"""What is said to a person about moves: hints, the teacher, reasons, a review in words."""
