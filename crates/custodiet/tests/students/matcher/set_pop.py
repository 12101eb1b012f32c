# correct
def is_valid(companies, candidates, hires):
    n = len(companies)
    todo = set(hires)
    mate = {}
    while todo:
        h = todo.pop()
        if ("company", h.company) in mate or ("candidate", h.candidate) in mate:
            return False
        mate["company", h.company] = h.candidate
        mate["candidate", h.candidate] = h.company
    expected = {("company", i) for i in range(n)} | {("candidate", i) for i in range(n)}
    if mate.keys() != expected:
        return False
    for c in range(n):
        mine = companies[c].index(mate["company", c])
        for d in companies[c][0:mine]:
            if candidates[d].index(c) < candidates[d].index(mate["candidate", d]):
                return False
    return True
