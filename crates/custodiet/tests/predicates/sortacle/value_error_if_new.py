def is_valid(people_in, people_out):
    ages = [p.age for p in people_out]
    if ages != sorted(ages):
        return False
    left = list(people_in)
    for p in people_out:
        left.remove(p)
    return not left
