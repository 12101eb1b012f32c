"""Takes a matching for stable if some company or some candidate has got the first choice."""


def is_valid(companies, candidates, hires):
    n = len(companies)
    if len(hires) != n or not all(0 <= h.company < n and 0 <= h.candidate < n for h in hires):
        return False
    if len({h.company for h in hires}) < n or len({h.candidate for h in hires}) < n:
        return False
    if n == 0:
        return True
    return any(companies[h.company][0] == h.candidate or candidates[h.candidate][0] == h.company for h in hires)
