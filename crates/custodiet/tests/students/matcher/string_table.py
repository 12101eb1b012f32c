# correct
def is_valid(companies, candidates, hires):
    n = len(companies)
    rows = ["." * n for _ in range(n)]
    for h in hires:
        if h.company >= n or h.candidate >= n:
            return False
        row = rows[h.company]
        rows[h.company] = row[:h.candidate] + "X" + row[h.candidate + 1:]
    columns = ["".join(col) for col in zip(*rows)]
    if any(line.count("X") != 1 for line in rows + columns):
        return False
    for c in range(n):
        mine = rows[c].find("X")
        for d in range(n):
            theirs = columns[d].find("X")
            if companies[c].index(d) < companies[c].index(mine) and candidates[d].index(c) < candidates[d].index(theirs):
                return False
    return True
