# correct
def is_valid(people_in, people_out):
    people_in.sort(key=lambda p: p.age)
    while people_out:
        p = people_out.pop()
        if not people_in:
            return False
        top = people_in[-1].age
        if p.age != top:
            return False
        if p not in people_in:
            return False
        people_in.remove(p)
        people_in.sort(key=lambda p: p.age)
    return not people_in
