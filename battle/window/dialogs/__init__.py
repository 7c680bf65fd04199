"""Screens of their own over others: settings, files, export, rules, keys."""
