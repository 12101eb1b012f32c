# faulty: accepts people who are listed too often
def is_valid(people_in, people_out):
    for p in people_in:
        if people_out.count(p) < people_in.count(p):
            return False
    for p in people_out:
        if p not in people_in:
            return False
    ages = [p.age for p in people_out]
    return ages == sorted(ages)
