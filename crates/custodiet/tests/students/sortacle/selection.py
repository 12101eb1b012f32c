# correct
# repeatedly takes the youngest off the input, like selection sort
def is_valid(people_in, people_out):
    left = people_in[:]
    for person in people_out:
        if person not in left:
            return False
        smallest = left[0].age
        for other in left:
            if other.age < smallest:
                smallest = other.age
        if person.age != smallest:
            return False
        left.pop(left.index(person))
    if left:
        return False
    return True
