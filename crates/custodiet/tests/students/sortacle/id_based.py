# not provable: looks at the identities of objects
def is_valid(people_in, people_out):
    ages = [p.age for p in people_out]
    addresses = sorted(id(p) for p in people_in)
    return ages == sorted(ages) and addresses == sorted(id(p) for p in people_out)
