"""One small function for each property, joined by and."""


def only_known(companies, candidates, hires):
    for hire in hires:
        if not 0 <= hire.company < len(companies):
            return False
        if not 0 <= hire.candidate < len(candidates):
            return False
    return True


def nobody_twice(hires):
    companies_seen = set()
    candidates_seen = set()
    for hire in hires:
        if hire.company in companies_seen or hire.candidate in candidates_seen:
            return False
        companies_seen.add(hire.company)
        candidates_seen.add(hire.candidate)
    return True


def everybody_matched(companies, hires):
    return len(hires) == len(companies)


def prefers(ranking, new, old):
    return ranking.index(new) < ranking.index(old)


def no_blocking_pair(companies, candidates, hires):
    for first in hires:
        for second in hires:
            if prefers(companies[first.company], second.candidate, first.candidate):
                if prefers(candidates[second.candidate], first.company, second.company):
                    return False
    return True


def is_valid(companies, candidates, hires):
    return (
        only_known(companies, candidates, hires)
        and nobody_twice(hires)
        and everybody_matched(companies, hires)
        and no_blocking_pair(companies, candidates, hires)
    )
