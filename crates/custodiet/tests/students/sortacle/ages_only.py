# faulty: accepts other names with the right ages
def is_valid(people_in, people_out):
    ages_in = []
    ages_out = []
    for p in people_in:
        ages_in.append(p.age)
    for p in people_out:
        ages_out.append(p.age)
    ages_in.sort()
    return ages_in == ages_out
