# faulty: raises TypeError, treats people as tuples
def is_valid(people_in, people_out):
    if len(people_in) != len(people_out):
        return False
    for i in range(len(people_out) - 1):
        if people_out[i][1] > people_out[i + 1][1]:
            return False
    return sorted(people_in) == sorted(people_out)
