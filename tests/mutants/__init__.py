"""A mutation run: one small change of the code at a time, and whether the tests notice.

Run it as ``python -m tests.mutants`` (``--help`` for the rest). `changes` makes the mutants of a module,
`running` tries them, `report` counts and writes. No mutant is ever written to a file: a changed module is
compiled in the memory of a process that was forked for it.
"""
