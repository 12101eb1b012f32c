# faulty: loops where two neighbors have the same age
def is_valid(people_in, people_out):
    left = list(people_in)
    for p in people_out:
        if p not in left:
            return False
        left.remove(p)
    if left:
        return False
    i = 0
    while i < len(people_out) - 1:
        if people_out[i].age > people_out[i + 1].age:
            return False
        elif people_out[i].age < people_out[i + 1].age:
            i += 1
    return True
