"""Only checks that the ages are numbers, so it accepts nearly everything."""


def is_valid(people_in, people_out):
    result = True
    for person in people_out:
        if not isinstance(person.age, int) or person.age < 0:
            result = False
    return result
