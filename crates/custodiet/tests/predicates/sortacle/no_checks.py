def is_valid(people_in, people_out):
    # works for every example in the handout
    result = True
    for person in people_out:
        if person.age < 0:
            result = False
    return result
