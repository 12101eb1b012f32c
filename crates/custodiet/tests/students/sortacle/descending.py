# faulty: rejects ascending ages; accepts descending ones
def is_valid(people_in, people_out):
    from collections import Counter
    if Counter(people_in) != Counter(people_out):
        return False
    # oldest first
    for i in range(len(people_out) - 1):
        if people_out[i].age < people_out[i + 1].age:
            return False
    return True
