# correct
def is_valid(people_in, people_out):
    """Sorts a copy of the input in the order of the output, by swapping, and sees whether that works."""
    work = list(people_in)
    if len(work) != len(people_out):
        return False
    for i, wanted in enumerate(people_out):
        for j in range(i, len(work)):
            if work[j] == wanted:
                work[i], work[j] = work[j], work[i]
                break
        else:
            return False
        if i and work[i - 1].age > work[i].age:
            return False
    return True
