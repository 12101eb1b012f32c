# faulty: rejects numbers of different length; accepts them in the order of strings
def is_valid(people_in, people_out):
    lines_in = [str(p.age) + " " + str(p.name) for p in people_in]
    lines_out = [str(p.age) + " " + str(p.name) for p in people_out]
    if sorted(lines_in) != sorted(lines_out):
        return False
    keys = [line.split(" ")[0] for line in lines_out]
    return keys == sorted(keys)
