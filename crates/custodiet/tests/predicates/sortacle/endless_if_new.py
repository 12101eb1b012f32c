def is_valid(people_in, people_out):
    ages = [p.age for p in people_out]
    if ages != sorted(ages) or len(people_in) != len(people_out):
        return False
    left = people_out[:]
    todo = people_in[:]
    i = 0
    while left:
        if i >= len(todo):
            i = 0
        if todo and todo[i] == left[0]:
            todo.pop(i)
            left.pop(0)
        else:
            i += 1
    return True
