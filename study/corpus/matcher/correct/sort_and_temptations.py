"""Compares the sorted ids with the expected ones, then collects who is tempted by whom on both sides."""


def is_valid(companies, candidates, hires):
    expected = list(range(len(companies)))
    hiring = sorted(hire.company for hire in hires)
    hired = sorted(hire.candidate for hire in hires)
    if hiring != expected:
        return False
    if hired != expected:
        return False

    companies_dream = set()
    candidates_dream = set()
    for hire in hires:
        ranking = companies[hire.company]
        for better in ranking[:ranking.index(hire.candidate)]:
            companies_dream.add((hire.company, better))
        ranking = candidates[hire.candidate]
        for better in ranking[:ranking.index(hire.company)]:
            candidates_dream.add((better, hire.candidate))
    return companies_dream & candidates_dream == set()
