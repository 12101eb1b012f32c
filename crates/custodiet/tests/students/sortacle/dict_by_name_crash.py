# faulty: raises KeyError on a new name; accepts missing people; rejects people who share a name
def is_valid(people_in, people_out):
    lookup = {p.name: p.age for p in people_in}
    for p in people_out:
        if lookup[p.name] != p.age:
            return False
    return all(x.age <= y.age for x, y in zip(people_out, people_out[1:]))
