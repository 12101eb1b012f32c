# faulty: raises where someone is unmatched; accepts second hires
def get_candidate(company, hires):
    for h in hires:
        if h.company == company:
            return h.candidate
    # not found


def get_company(candidate, hires):
    for h in hires:
        if h.candidate == candidate:
            return h.company


def is_valid(companies, candidates, hires):
    for c in range(len(companies)):
        mine = get_candidate(c, hires)
        for d in companies[c][:companies[c].index(mine)]:
            theirs = get_company(d, hires)
            if candidates[d].index(theirs) > candidates[d].index(c):
                return False
    return True
