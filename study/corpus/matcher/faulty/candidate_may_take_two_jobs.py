"""Accepts a candidate with two jobs while another has none: only companies are counted."""


def is_valid(companies, candidates, hires):
    for i in range(len(companies)):
        if len([h for h in hires if h.company == i]) != 1:
            return False
    if any(h.candidate >= len(candidates) or h.candidate < 0 for h in hires):
        return False
    if len(hires) > len(companies):
        return False

    def rank(prefs, who):
        return prefs.index(who)

    for one in hires:
        for two in hires:
            if rank(companies[one.company], two.candidate) < rank(companies[one.company], one.candidate):
                if rank(candidates[two.candidate], one.company) < rank(candidates[two.candidate], two.company):
                    return False
    return True
