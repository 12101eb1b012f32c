# faulty: accepts extra people
def is_valid(people_in, people_out):
    for p in people_in:
        if people_in.count(p) != people_out.count(p):
            return False
    for i in range(len(people_out)):
        for j in range(len(people_out)):
            if i < j and people_out[i].age > people_out[j].age:
                return False
    return True
