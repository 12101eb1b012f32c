# correct
# Sortacle: checks that the output is the sorted version of the input

def count_person(people, p):
    count = 0
    for q in people:
        if q.name == p.name and q.age == p.age:
            count = count + 1
    return count


def is_valid(people_in, people_out):
    if len(people_in) != len(people_out):
        return False

    # same people the same number of times
    for p in people_in:
        if count_person(people_in, p) != count_person(people_out, p):
            return False

    # ages in order
    i = 0
    while i < len(people_out) - 1:
        if people_out[i].age > people_out[i + 1].age:
            return False
        i = i + 1
    return True
