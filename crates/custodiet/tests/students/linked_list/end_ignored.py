# faulty: accepts a first cell that still points to the second
def is_valid(before, start, after, new_start):
    if set(before) != set(after):
        return False
    for a, cell in before.items():
        if after[a].value != cell.value:
            return False
        if cell.next is not None and after[cell.next].next != a:
            return False
        if cell.next is None and a != new_start:
            return False
    return before != {} or new_start is None
