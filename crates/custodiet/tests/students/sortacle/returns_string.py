# faulty: returns strings
def is_valid(people_in, people_out):
    c = list(people_in)
    for p in people_out:
        if p not in c:
            return "invalid"
        c.remove(p)
    if c:
        return "invalid"
    ages = [p.age for p in people_out]
    return "valid" if ages == sorted(ages) else "invalid"
