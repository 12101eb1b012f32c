# faulty: raises KeyError on unmatched companies; accepts unstable matchings; rejects stable ones
def is_valid(companies, candidates, hires):
    m = dict(map(lambda h: (h.company, h.candidate), hires))
    r = dict(map(lambda h: (h.candidate, h.company), hires))
    if len(m) != len(r) or len(m) != len(companies):
        return False
    unhappy = []
    for i, prefs in enumerate(companies):
        if prefs[-1] == m[i]:
            unhappy.append(i)
    # a matching is unstable if two unhappy ones could swap
    for i in unhappy:
        for j in unhappy:
            if i != j and companies[i][0] == m[j]:
                return False
    return True
