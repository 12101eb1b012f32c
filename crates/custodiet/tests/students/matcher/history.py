# not provable: adds to a default argument on every call
def is_valid(companies, candidates, hires, seen=[]):
    for h in hires:
        seen.append((h.company, h.candidate))
    n = len(companies)
    return sorted(c for c, d in seen) == list(range(n)) and sorted(d for c, d in seen) == list(range(n))
