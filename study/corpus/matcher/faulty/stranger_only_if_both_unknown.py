"""Rejects a hire only if company and candidate are both unknown: and in place of or."""


def is_valid(companies, candidates, hires):
    n = len(companies)
    seen_companies, seen_candidates = [], []
    for h in hires:
        if h.company >= n and h.candidate >= n:
            return False
        if h.company in seen_companies or h.candidate in seen_candidates:
            return False
        seen_companies.append(h.company)
        seen_candidates.append(h.candidate)
    if len(hires) < n:
        return False
    for a in hires:
        for b in hires:
            if max(a.company, a.candidate, b.company, b.candidate) >= n:
                continue
            if companies[a.company].index(b.candidate) < companies[a.company].index(a.candidate):
                if candidates[b.candidate].index(a.company) < candidates[b.candidate].index(b.company):
                    return False
    return True
