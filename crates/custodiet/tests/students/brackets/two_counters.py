# faulty: rejects nested brackets; accepts wrong partners, counts each kind by itself
def is_valid(brackets, matches):
    opened = {"(": [], "[": []}
    expected = set()
    for i, b in enumerate(brackets):
        if b in opened:
            opened[b].append(i)
        elif b == ")":
            expected.add((opened["("].pop(0), i))
        else:
            expected.add((opened["["].pop(0), i))
    return expected == matches
