"""The driver of a proof: which questions to ask the kernels, on how many threads, until when."""
