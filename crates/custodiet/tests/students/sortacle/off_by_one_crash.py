# faulty: raises IndexError at the end of every sorted list
def is_valid(people_in, people_out):
    a = [(p.name, p.age) for p in people_in]
    b = [(p.name, p.age) for p in people_out]
    for x in a:
        if a.count(x) != b.count(x):
            return False
    for x in b:
        if a.count(x) != b.count(x):
            return False
    for i in range(len(b)):
        if b[i][1] > b[i + 1][1]:
            return False
    return True
