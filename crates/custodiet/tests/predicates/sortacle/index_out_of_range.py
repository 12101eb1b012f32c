def is_valid(people_in, people_out):
    for i in range(len(people_out)):
        if people_out[i].age > people_out[i + 1].age:
            return False
    return sorted(people_in, key=str) == sorted(people_out, key=str)
