# Compares the lists as sets, so that repetition is not seen.
def is_valid(people_in, people_out):
    ages = [person.age for person in people_out]
    return set(people_in) == set(people_out) and ages == sorted(ages)
