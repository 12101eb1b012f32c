# correct
def is_valid(people_in, people_out):
    a = list(people_in)
    b = list(people_out)
    while True:
        if not a and not b:
            return True
        if not a or not b:
            return False
        oldest = max(p.age for p in a)
        last = b.pop()
        if last.age != oldest or last not in a:
            return False
        a.remove(last)
