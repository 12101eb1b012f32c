def find(hires, company):
    return [h.candidate for h in hires if h.company == company]


def no_blocker(companies, candidates, partner, c):
    if c == len(companies):
        return True
    mine = partner[c]
    for other, theirs in enumerate(partner):
        ranking = candidates[theirs]
        if companies[c].index(theirs) < companies[c].index(mine) and ranking.index(c) < ranking.index(other):
            return False
    return no_blocker(companies, candidates, partner, c + 1)


def is_valid(companies, candidates, hires):
    partner = []
    for c in range(len(companies)):
        found = find(hires, c)
        if len(found) != 1:
            return False
        partner.append(found[0])
    if set(partner) != set(range(len(candidates))) or len(hires) != len(partner):
        return False
    return no_blocker(companies, candidates, partner, 0)
