# faulty: raises IndexError on an empty output
def is_valid(people_in, people_out):
    current = people_out[0].age
    for p in people_out:
        if p.age < current:
            return False
        current = p.age
    for p in people_in:
        if people_in.count(p) != people_out.count(p):
            return False
    return len(people_in) == len(people_out)
