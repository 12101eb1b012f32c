# faulty: accepts a last person out of place
def is_valid(people_in, people_out):
    if len(people_in) != len(people_out):
        return False
    for p in people_in:
        if people_in.count(p) != people_out.count(p):
            return False
    for i in range(len(people_out) - 2):
        if people_out[i].age > people_out[i + 1].age:
            return False
    return True
