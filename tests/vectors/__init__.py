"""How the conformance vectors in ``docs/conformance/`` are made."""
