# faulty: accepts other ages
def is_valid(people_in, people_out):
    a = sorted([p.name for p in people_in])
    b = sorted([p.name for p in people_out])
    if a != b:
        return False
    for i in range(len(people_out) - 1):
        if people_out[i].age > people_out[i + 1].age:
            return False
    return True
