"""Naive second implementations of the games, from the rules pages alone, to check the engine against."""
