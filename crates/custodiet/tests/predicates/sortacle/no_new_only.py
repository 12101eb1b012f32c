def is_valid(people_in, people_out):
    previous = None
    for p in people_out:
        if p not in people_in:
            return False
        if previous and previous.age > p.age:
            return False
        previous = p
    return True
