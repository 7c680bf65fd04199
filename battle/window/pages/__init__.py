"""Pages in a panel: blocks, one below the other, that can be walked through and scrolled."""
