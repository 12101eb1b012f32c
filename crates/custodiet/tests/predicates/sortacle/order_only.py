def is_valid(people_in, people_out):
    for i in range(1, len(people_out)):
        if people_out[i - 1].age > people_out[i].age:
            return False
    return True
