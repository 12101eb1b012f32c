# faulty: rejects lists of one person
def is_valid(people_in, people_out):
    print("in:", people_in)
    print("out:", people_out)
    if len(people_out) != len(people_in):
        print("length wrong")
        return False
    flag = len(people_out) == 0
    for i in range(len(people_out) - 1):
        flag = True
        if people_out[i].age > people_out[i + 1].age:
            print("order wrong at", i)
            return False
    for p in people_in:
        if people_in.count(p) != people_out.count(p):
            print("count wrong", p)
            return False
    return flag
