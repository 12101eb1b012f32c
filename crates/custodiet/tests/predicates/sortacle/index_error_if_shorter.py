def is_valid(people_in, people_out):
    wanted = sorted(people_in, key=lambda p: (p.age, p.name))
    got = sorted(people_out, key=lambda p: (p.age, p.name))
    same = [wanted[i] == got[i] for i in range(len(people_in))]
    if not all(same) or len(people_out) > len(people_in):
        return False
    ages = [p.age for p in people_out]
    return ages == sorted(ages)
