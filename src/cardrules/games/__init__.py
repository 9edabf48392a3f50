"""The games: one module each, found by name through the entry-point group ``cardrules.games``."""
