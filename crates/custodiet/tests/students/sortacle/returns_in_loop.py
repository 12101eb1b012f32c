# faulty: accepts lists where only the first two are in order; returns None for lists of one
def same_people(xs, ys):
    ys = list(ys)
    for x in xs:
        if x not in ys:
            return False
        ys.remove(x)
    return ys == []


def is_valid(people_in, people_out):
    if not same_people(people_in, people_out):
        return False
    previous = None
    for person in people_out:
        if previous is None:
            previous = person
        elif previous.age <= person.age:
            return True
        else:
            return False
