def is_valid(people_in, people_out):
    ages = list(map(lambda p: p.age, people_out))
    return sorted(ages) == ages and all(map(lambda p: p in people_out, people_in))
