"""Mutation operators on the syntax trees of predicates. `table.OPERATORS` lists them all; `mutants.py` applies them."""
