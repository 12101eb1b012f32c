# faulty: accepts another start
def is_valid(before, start, after, new_start):
    expected = {}
    prev = None
    cur = start
    while cur:
        value, nxt = before[cur]
        expected[cur] = (value, prev)
        prev, cur = cur, nxt
    return expected == after
