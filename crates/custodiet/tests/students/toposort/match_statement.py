# correct
def is_valid(edges, order):
    match edges, order:
        case [], []:
            return True
        case [], _:
            return False
        case _, []:
            return False
    vs = set()
    for edge in edges:
        match edge:
            case (a, b):
                vs |= {a, b}
    ranks = {}
    for i, v in enumerate(order):
        match ranks.get(v):
            case None:
                ranks[v] = i
            case _:
                return False
    return vs == ranks.keys() and not [e for e in edges if ranks[e[0]] > ranks[e[1]]]
