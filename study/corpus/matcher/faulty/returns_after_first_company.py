"""Returns inside the loop, so stability is decided by company 0 alone."""


def is_valid(companies, candidates, hires):
    n = len(companies)
    if sorted(h.company for h in hires) != list(range(n)) or sorted(h.candidate for h in hires) != list(range(n)):
        return False
    staff = {h.company: h.candidate for h in hires}
    job = {h.candidate: h.company for h in hires}
    for c in range(n):
        for d in range(n):
            if companies[c].index(d) < companies[c].index(staff[c]):
                if candidates[d].index(c) < candidates[d].index(job[d]):
                    return False
        return True
    return True
