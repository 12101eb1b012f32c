def is_valid(companies, candidates, hires):
    n = len(companies)
    for c in range(n):
        for d in range(n):
            mine = [h.candidate for h in hires if h.company == c]
            theirs = [h.company for h in hires if h.candidate == d]
            if d in mine:
                continue
            mine_in = [x for x in mine if x < n]
            theirs_in = [x for x in theirs if x < n]
            c_wants = mine == [] or (
                mine_in != [] and all(companies[c].index(d) < companies[c].index(x) for x in mine_in)
            )
            d_wants = theirs == [] or (
                theirs_in != [] and all(candidates[d].index(c) < candidates[d].index(x) for x in theirs_in)
            )
            if c_wants and d_wants:
                return False
    return True
