"""The tests of cardrules."""
