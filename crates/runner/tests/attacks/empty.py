# Has nothing.
# expect: could_not_run missing
