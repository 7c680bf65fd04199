"""Advice on moves: hints, the teacher, reasons."""
