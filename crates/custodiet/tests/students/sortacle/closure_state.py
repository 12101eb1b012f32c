# correct
def make_checker():
    last = None

    def in_order(age):
        nonlocal last
        ok = last is None or last <= age
        last = age
        return ok

    return in_order


def is_valid(people_in, people_out):
    check = make_checker()
    if not all([check(p.age) for p in people_out]):
        return False
    names = set(map(lambda p: p.name, people_in)) | set(map(lambda p: p.name, people_out))
    for name in names:
        theirs = sorted(p.age for p in people_in if p.name == name)
        ours = sorted(p.age for p in people_out if p.name == name)
        if theirs != ours:
            return False
    return True
