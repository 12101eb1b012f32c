# faulty: raises KeyError on the empty list
def is_valid(before, start, after, new_start):
    chain = [start]
    while before[chain[-1]].next is not None:
        chain.append(before[chain[-1]].next)
    if set(after) != set(before) or new_start != chain[-1]:
        return False
    for i, address in enumerate(chain):
        expected = chain[i - 1] if i > 0 else None
        if after[address].next != expected:
            return False
        if after[address].value != before[address].value:
            return False
    return True
