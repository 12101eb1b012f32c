def is_valid(companies, candidates, hires):
    n = len(companies)
    if sorted(h.company for h in hires) != list(range(n)):
        return False
    if sorted(h.candidate for h in hires) != list(range(n)):
        return False
    for h in hires:
        favourite = companies[h.company][0]
        if favourite != h.candidate and candidates[favourite][0] == h.company:
            return False
    return True
