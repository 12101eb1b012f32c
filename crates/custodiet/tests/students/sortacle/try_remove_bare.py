# faulty: accepts missing people
def is_valid(people_in, people_out):
    copy = people_in[:]
    try:
        for i, p in enumerate(people_out):
            copy.remove(p)
            if i > 0 and people_out[i - 1].age > p.age:
                return False
        return True
    except:
        return False
