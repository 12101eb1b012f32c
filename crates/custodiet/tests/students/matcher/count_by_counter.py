# correct
from collections import Counter


def is_valid(companies, candidates, hires):
    n = len(companies)
    once = Counter(range(n))
    if Counter(h.company for h in hires) != once or Counter(h.candidate for h in hires) != once:
        return False
    staff = sorted(hires, key=lambda h: h.company)
    bosses = [h.company for h in sorted(hires, key=lambda h: h.candidate)]
    for c in range(n):
        wish = companies[c]
        for d in wish[: wish.index(staff[c].candidate)]:
            if c in candidates[d][: candidates[d].index(bosses[d])]:
                return False
    return True
