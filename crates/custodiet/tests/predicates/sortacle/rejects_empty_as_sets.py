def is_valid(people_in, people_out):
    if people_in and people_out:
        ages = [p.age for p in people_out]
        return set(people_in) == set(people_out) and ages == sorted(ages)
    return False
