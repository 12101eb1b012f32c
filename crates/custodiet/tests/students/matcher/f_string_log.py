# faulty: accepts candidates with two jobs; raises ValueError on outsiders
def is_valid(companies, candidates, hires):
    log = []
    jobs = {}
    for h in sorted(hires, key=lambda h: (h.company, h.candidate)):
        jobs[h.company] = h.candidate
        log.append(f"company {h.company} hires {h.candidate}")
    if set(jobs) != set(range(len(companies))):
        log.append(f"missing: {set(range(len(companies))) - set(jobs)}")
        return False
    for c, prefs in enumerate(companies):
        for d in prefs[: prefs.index(jobs[c])]:
            for other, e in jobs.items():
                if e == d and candidates[d].index(c) < candidates[d].index(other):
                    log.append(f"{c} and {d} would rather be together ({other=}, {e=})")
                    return False
    return len(log) >= len(companies)
