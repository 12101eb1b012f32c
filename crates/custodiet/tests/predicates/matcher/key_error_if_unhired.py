def is_valid(companies, candidates, hires):
    n = len(companies)
    if len({h.company for h in hires}) != len(hires) or len({h.candidate for h in hires}) != len(hires):
        return False
    if any(h.company not in range(n) or h.candidate not in range(n) for h in hires):
        return False
    staff = {h.company: h.candidate for h in hires}
    job = {h.candidate: h.company for h in hires}
    for c, ranking in enumerate(companies):
        for d, wishes in enumerate(candidates):
            if ranking.index(d) < ranking.index(staff[c]) and wishes.index(c) < wishes.index(job[d]):
                return False
    return True
