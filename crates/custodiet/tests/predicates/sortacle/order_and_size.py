def is_valid(people_in, people_out):
    if len(people_in) != len(people_out):
        return False
    ages = [p.age for p in people_out]
    return ages == sorted(ages)
