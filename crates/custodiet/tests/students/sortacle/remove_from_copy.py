# correct
def is_valid(people_in, people_out):
    remaining = people_in.copy()
    last_age = None
    for person in people_out:
        if last_age is not None and person.age < last_age:
            return False
        last_age = person.age
        try:
            remaining.remove(person)
        except ValueError:
            return False
    return len(remaining) == 0
