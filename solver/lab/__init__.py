"""The laboratory: benchmarks, checks, matches and surveys that measure the solver."""
