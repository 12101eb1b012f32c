# correct
def reverse(memory, start):
    memory = dict(memory)
    previous = None
    while start is not None:
        cell = memory[start]
        memory[start] = cell._replace(next=previous)
        previous, start = start, cell.next
    return memory, previous


def is_valid(before, start, after, new_start):
    return reverse(before, start) == (after, new_start)
