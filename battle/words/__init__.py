"""Words that every room uses: numbers, moves, days, reviews, and how games ended."""
