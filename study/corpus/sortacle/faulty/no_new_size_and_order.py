"""Looks for the people of the output in the input only, and so accepts one repeated in the place of another."""


def contains_all(people, others):
    for other in others:
        if other not in people:
            return False
    return True


def is_valid(people_in, people_out):
    if len(people_in) != len(people_out):
        return False
    if not contains_all(people_in, people_out):
        return False
    for i, person in enumerate(people_out):
        for later in people_out[i + 1:]:
            if later.age < person.age:
                return False
    return True
