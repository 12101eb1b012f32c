# broken: the predicate takes three arguments
def is_valid(people_in, people_out, key):
    return sorted(people_in, key=key) == people_out
