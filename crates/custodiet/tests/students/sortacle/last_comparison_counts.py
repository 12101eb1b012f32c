# faulty: accepts lists where only the last two are in order
def is_valid(people_in, people_out):
    ok = True
    for i in range(len(people_out) - 1):
        if people_out[i].age <= people_out[i + 1].age:
            ok = True
        else:
            ok = False
    temp = list(people_in)
    for p in people_out:
        if p in temp:
            temp.remove(p)
        else:
            return False
    return ok and len(temp) == 0
