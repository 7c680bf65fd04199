"""The program that runs without Python: `python -m tools.program` builds it in `dist/`."""
