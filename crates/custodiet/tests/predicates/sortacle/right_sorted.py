def key(p):
    return (p.age, p.name)


def is_valid(people_in, people_out):
    same = sorted(people_in, key=key) == sorted(people_out, key=key)
    ages = [p.age for p in people_out]
    return same and ages == sorted(ages)
