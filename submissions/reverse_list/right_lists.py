# Correct: turns both into lists and reverses one of them.
def to_list(node):
    out = []
    while node:
        out.append(node.item)
        node = node.rest
    return out


def is_valid(items, backward):
    return list(reversed(to_list(items))) == to_list(backward)
