# correct
def pairs(xs):
    it = iter(xs)
    try:
        a = next(it)
    except StopIteration:
        return
    for b in it:
        yield a, b
        a = b


def mismatches(xs, ys):
    for x in xs:
        if sum(1 for z in xs if z == x) != sum(1 for z in ys if z == x):
            yield x


def is_valid(people_in, people_out):
    return (
        not list(mismatches(people_in, people_out))
        and not list(mismatches(people_out, people_in))
        and all(a.age <= b.age for a, b in pairs(people_out))
    )
