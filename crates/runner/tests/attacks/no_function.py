# Has something else by the name of the predicate.
# expect: could_not_run missing
is_valid = True
