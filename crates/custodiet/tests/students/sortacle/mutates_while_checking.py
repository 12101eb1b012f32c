# faulty: accepts missing people
def is_valid(people_in, people_out):
    for i in range(len(people_out) - 1):
        if people_out[i].age > people_out[i + 1].age:
            return False
    rest = people_out[:]
    for p in people_in:
        if p in rest:
            rest.remove(p)
    return len(rest) == 0
