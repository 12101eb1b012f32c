def is_valid(people_in, people_out):
    return len(people_in) == len(people_out)
