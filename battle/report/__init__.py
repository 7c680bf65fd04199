"""What can be sent to others: a review as a page, positions as pictures."""
