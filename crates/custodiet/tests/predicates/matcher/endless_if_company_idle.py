def is_valid(companies, candidates, hires):
    n = len(companies)
    if len({h.candidate for h in hires}) != len(hires):
        return False
    for h in hires:
        if h.company not in range(n) or h.candidate not in range(n):
            return False
    job = {h.candidate: h.company for h in hires}
    todo = list(range(n))
    while todo:
        c = todo[0]
        staff = [h.candidate for h in hires if h.company == c]
        if len(staff) > 1:
            return False
        if staff:
            for d in companies[c][:companies[c].index(staff[0])]:
                if d in job and candidates[d].index(c) < candidates[d].index(job[d]):
                    return False
            todo.pop(0)
    return True
