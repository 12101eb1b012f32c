# faulty: accepts extra hires of outsiders
def is_valid(companies, candidates, hires):
    n = len(companies)
    inside = [h for h in hires if h.company < n and h.candidate < n]
    if len(set(h.company for h in inside)) != n or len(set(h.candidate for h in inside)) != n or len(inside) != n:
        return False
    jobs = {h.candidate: h.company for h in inside}
    for h in inside:
        for d in companies[h.company]:
            if d == h.candidate:
                break
            if candidates[d].index(jobs[d]) > candidates[d].index(h.company):
                return False
    return True
