# correct
class Hire:
    def __init__(self, company, candidate):
        self.company = company
        self.candidate = candidate


def is_valid(companies, candidates, hires):
    table = [[False for _ in candidates] for _ in companies]
    for h in hires:
        if h.company >= len(companies) or h.candidate >= len(candidates):
            return False
        table[h.company][h.candidate] = True
    for row in table:
        if row.count(True) != 1:
            return False
    for column in zip(*table):
        if column.count(True) != 1:
            return False
    for c, row in enumerate(table):
        for d, matched in enumerate(row):
            if matched:
                continue
            mine = row.index(True)
            theirs = [r[d] for r in table].index(True)
            if companies[c].index(d) < companies[c].index(mine) and candidates[d].index(c) < candidates[d].index(theirs):
                return False
    return True
