# faulty: accepts names and ages that are swapped between people
def is_valid(people_in, people_out):
    names_in = sorted(p.name for p in people_in)
    names_out = sorted(p.name for p in people_out)
    ages_in = sorted(p.age for p in people_in)
    ages_out = [p.age for p in people_out]
    return names_in == names_out and ages_in == ages_out
