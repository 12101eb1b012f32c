# correct
from typing import Dict, List, Set


def ranks(prefs: List[List[int]]) -> List[Dict[int, int]]:
    return [{who: place for place, who in enumerate(row)} for row in prefs]


def is_valid(companies: List[List[int]], candidates: List[List[int]], hires: Set) -> bool:
    n = len(companies)
    everyone = list(range(n))
    if sorted(h.company for h in hires) != everyone:
        return False
    if sorted(h.candidate for h in hires) != everyone:
        return False
    company_rank, candidate_rank = ranks(companies), ranks(candidates)
    hired = [0] * n
    employer = [0] * n
    for h in hires:
        hired[h.company] = h.candidate
        employer[h.candidate] = h.company
    return all(
        company_rank[c][d] >= company_rank[c][hired[c]] or candidate_rank[d][c] >= candidate_rank[d][employer[d]]
        for c in everyone
        for d in everyone
    )
