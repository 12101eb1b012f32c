# correct: ages are compared with a tolerance of less than a year
EPSILON = 1e-6


def is_valid(people_in, people_out):
    remaining = list(people_in)
    previous = float("-inf")
    for person in people_out:
        if float(person.age) < previous - EPSILON:
            return False
        previous = float(person.age)
        for k, other in enumerate(remaining):
            if other.name == person.name and abs(other.age - person.age) < EPSILON:
                del remaining[k]
                break
        else:
            return False
    return not remaining
