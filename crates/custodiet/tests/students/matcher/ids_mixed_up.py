# faulty: accepts unstable matchings; rejects stable ones, takes ids of one side for ids of the other
def is_valid(companies, candidates, hires):
    n = len(companies)
    if sorted(h.company for h in hires) != list(range(n)):
        return False
    if sorted(h.candidate for h in hires) != list(range(n)):
        return False
    match = {h.company: h.candidate for h in hires}
    for c in range(n):
        for d in range(n):
            if companies[c].index(d) < companies[c].index(match[c]):
                # should look up who employs d
                if candidates[d].index(c) < candidates[d].index(match[d]):
                    return False
    return True
