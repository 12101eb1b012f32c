# faulty: accepts wrong counts; rejects people who share a name
def is_valid(people_in, people_out):
    if len(people_in) != len(people_out):
        return False
    ages = {}
    for p in people_in:
        ages[p.name] = p.age
    for p in people_out:
        if p.name not in ages:
            return False
        if ages[p.name] != p.age:
            return False
    prev = -1
    for p in people_out:
        if p.age < prev:
            return False
        prev = p.age
    return True
