# correct
def is_valid(people_in, people_out):
    n = len(people_in)
    if n != len(people_out):
        return False
    matched = [False] * n
    i = 0
    while i < n:
        j = 0
        while j < n and (matched[j] or people_in[j] != people_out[i]):
            j += 1
        if j == n:
            return False
        matched[j] = True
        if i > 0:
            if people_out[i - 1].age > people_out[i].age:
                return False
        i += 1
    return True
