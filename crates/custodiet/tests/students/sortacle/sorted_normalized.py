# correct
def normalized(people):
    return sorted((p.age, p.name) for p in people)


def is_valid(people_in, people_out):
    ages = [p.age for p in people_out]
    return normalized(people_in) == normalized(people_out) and ages == sorted(ages)
