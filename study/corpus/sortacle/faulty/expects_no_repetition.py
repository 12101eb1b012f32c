"""Takes the input as a set, and so expects everybody to be listed only once."""


def is_valid(people_in, people_out):
    unique = []
    for person in people_in:
        if person not in unique:
            unique.append(person)
    if len(people_out) != len(unique):
        return False
    for person in unique:
        if person not in people_out:
            return False
    for a, b in zip(people_out, people_out[1:]):
        if a.age > b.age:
            return False
    return True
