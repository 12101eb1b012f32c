# correct
def label(p):
    return "{}:{}".format(p.age, p.name)


def is_valid(people_in, people_out):
    tally = {}
    for p in people_in:
        tally[label(p)] = tally.get(label(p), 0) + 1
    for p in people_out:
        if label(p) not in tally:
            return False
        tally[label(p)] -= 1
        if tally[label(p)] == 0:
            del tally[label(p)]
    if tally != {}:
        return False
    ages = list(map(lambda p: p.age, people_out))
    return all(ages[i] <= ages[i + 1] for i in range(len(ages) - 1))
