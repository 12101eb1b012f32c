# faulty: accepts other people, checks only the order
def is_valid(people_in, people_out):
    for i in range(len(people_out) - 1):
        if people_out[i].age > people_out[i + 1].age:
            return False
    return True
