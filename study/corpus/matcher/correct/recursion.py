"""Goes through the companies one after the other, crossing off candidates, then through each ranking by recursion."""


def hired_by(company, hires):
    return [hire.candidate for hire in hires if hire.company == company]


def employers_of(candidate, hires):
    return [hire.company for hire in hires if hire.candidate == candidate]


def matched(company, free, hires):
    """The companies from this one on hire one candidate each, and no candidate is left over."""
    if not hires or company < 0:
        return not free
    staff = hired_by(company, hires)
    if len(staff) != 1 or staff[0] not in free:
        return False
    others = [hire for hire in hires if hire.company != company]
    return matched(company - 1, [one for one in free if one != staff[0]], others)


def comes_first(ranking, one, other):
    if ranking[0] == one:
        return one != other
    if ranking[0] == other:
        return False
    return comes_first(ranking[1:], one, other)


def settled(company, ranking, candidates, hires):
    """Nobody whom the company ranks above its own candidate would rather work there."""
    if ranking[0] == hired_by(company, hires)[0]:
        return True
    employer = employers_of(ranking[0], hires)[0]
    if comes_first(candidates[ranking[0]], company, employer):
        return False
    return settled(company, ranking[1:], candidates, hires)


def is_valid(companies, candidates, hires):
    n = len(companies)
    if len(hires) != n or not matched(n - 1, list(range(n)), list(hires)):
        return False
    return all(settled(company, companies[company], candidates, hires) for company in range(n))
