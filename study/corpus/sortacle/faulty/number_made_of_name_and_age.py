"""Makes one number of name and age, which raises TypeError if names are strings."""


def is_valid(people_in, people_out):
    codes_in = sorted(p.name * 1000 + p.age for p in people_in)
    codes_out = sorted(p.name * 1000 + p.age for p in people_out)
    ages = [p.age for p in people_out]
    return codes_in == codes_out and ages == sorted(ages)
