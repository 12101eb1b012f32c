# faulty: accepts a person replaced by another of the input
def is_valid(people_in, people_out):
    if len(people_in) == len(people_out):
        for p in people_out:
            if p not in people_in:
                return False
        for i in range(len(people_out)):
            for j in range(i, len(people_out)):
                if people_out[i].age > people_out[j].age:
                    return False
        return True
    else:
        return False
