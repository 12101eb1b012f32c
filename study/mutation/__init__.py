"""Mutation operators on the syntax trees of predicates. `table.OPERATORS` holds them all; `mutants.py` applies them."""
