# correct
def is_valid(companies, candidates, hires):
    hire_list = list(hires)
    n = len(companies)
    if len(hire_list) != n:
        return False
    c = 0
    while c < n:
        k = 0
        mine = None
        while k < len(hire_list):
            if hire_list[k].company == c:
                mine = hire_list[k].candidate
            k += 1
        if mine is None or mine not in companies[c]:
            return False
        r = 0
        while companies[c][r] != mine:
            wanted = companies[c][r]
            theirs = None
            k = 0
            while k < len(hire_list):
                if hire_list[k].candidate == wanted:
                    theirs = hire_list[k].company
                k += 1
            if theirs is None or theirs not in candidates[wanted]:
                return False
            if candidates[wanted].index(c) < candidates[wanted].index(theirs):
                return False
            r += 1
        c += 1
    d = 0
    while d < n:
        found = 0
        k = 0
        while k < len(hire_list):
            if hire_list[k].candidate == d:
                found += 1
            k += 1
        if found != 1:
            return False
        d += 1
    return True
