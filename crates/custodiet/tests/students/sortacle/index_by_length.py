# faulty: raises IndexError if the output is shorter; accepts a longer output
def is_valid(people_in, people_out):
    want = sorted([p.age for p in people_in])
    for i in range(len(want)):
        if people_out[i].age != want[i]:
            return False
    for p in people_in:
        if p not in people_out:
            return False
    return True
