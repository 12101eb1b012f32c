# faulty: accepts new cells beside the list
def is_valid(before, start, after, new_start):
    behind = None
    while start is not None:
        if start not in after:
            return False
        if after[start].value != before[start].value or after[start].next != behind:
            return False
        behind, start = start, before[start].next
    return new_start == behind
