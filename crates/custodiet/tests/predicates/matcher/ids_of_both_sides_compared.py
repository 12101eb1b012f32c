def is_valid(companies, candidates, hires):
    n = len(companies)
    if sorted(h.company for h in hires) != list(range(n)) or sorted(h.candidate for h in hires) != list(range(n)):
        return False
    for a in hires:
        if a.company == a.candidate:
            continue
        for b in hires:
            if b.company < a.candidate and a.company < b.candidate:
                return False
    return True
