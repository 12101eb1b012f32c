"""Match companies with candidates so that nobody has a reason to switch.

There are as many companies as candidates, both numbered from 0. Each company ranks all candidates, best first, and each
candidate ranks all companies. The output says who hires whom.
"""

from dataclasses import dataclass
from typing import NewType

from custodiet import Input, Output, draw, group, precondition, scope, subproperty

Id = NewType("Id", int)


@dataclass(frozen=True)
class Hire:
    company: Id
    candidate: Id


def is_valid(
    companies: Input[list[list[Id]]],
    candidates: Input[list[list[Id]]],
    hires: Output[set[Hire]],
) -> bool: ...


scope(Id=range(5), companies=(3, 3), candidates=(3, 3), hires=5)
scope.large(Id=range(8), companies=(6, 6), candidates=(6, 6), hires=8)

draw(hires="matching")

group("COMPLETE", ["candidates_complete", "companies_complete"])
group("NO-NEW", ["no_new_company", "no_new_candidate"])


@precondition
def as_many_candidates_as_companies(companies, candidates):
    """There are as many companies as candidates."""
    return len(companies) == len(candidates)


@precondition
def companies_rank_all(companies):
    """Each company ranks every candidate once: its list is a permutation of 0 to n-1."""
    return all(sorted(ranking) == list(range(len(companies))) for ranking in companies)


@precondition
def candidates_rank_all(candidates):
    """Each candidate ranks every company once: its list is a permutation of 0 to n-1."""
    return all(sorted(ranking) == list(range(len(candidates))) for ranking in candidates)


def place(ranking, who):
    """How far down the ranking someone is, 0 for the favorite; anyone not ranked comes last."""
    return ranking.index(who) if who in ranking else len(ranking)


def wants(ranking, partners, other):
    """Whether someone with this ranking and these partners would rather be with `other`.

    Someone without a partner would. Someone whose partners are all unranked would not.
    """
    ranked = {partner for partner in partners if partner in ranking}
    if not ranked:
        return not partners
    return all(place(ranking, other) < place(ranking, partner) for partner in ranked)


@subproperty(hint="What if a candidate is left without a job?")
def candidates_complete(candidates, hires):
    """Every candidate of the input is hired."""
    hired = {hire.candidate for hire in hires}
    return all(candidate in hired for candidate in range(len(candidates)))


@subproperty(hint="What if a company is left without anyone?")
def companies_complete(companies, hires):
    """Every company of the input hires."""
    return set(range(len(companies))) <= {hire.company for hire in hires}


@subproperty(hint="What if a company and a candidate like each other better than those they are matched with?")
def stable(companies, candidates, hires):
    """No company and candidate who are not matched with each other would both rather be."""
    for company, candidate_ranking in enumerate(companies):
        staff = {hire.candidate for hire in hires if hire.company == company}
        for candidate, company_ranking in enumerate(candidates):
            employers = {hire.company for hire in hires if hire.candidate == candidate}
            if candidate in staff:
                continue
            if wants(candidate_ranking, staff, candidate) and wants(company_ranking, employers, company):
                return False
    return True


@subproperty(hint="What if a company hires two candidates, or a candidate takes two jobs?")
def uniqueness(hires):
    """Nobody occurs in two hires."""
    employers = {hire.company for hire in hires}
    hired = {hire.candidate for hire in hires}
    return len(employers) == len(hires) and len(hired) == len(hires)


@subproperty(hint="What if the output mentions a company that does not exist?")
def no_new_company(companies, hires):
    """Every company of a hire is in the input."""
    return all(0 <= hire.company < len(companies) for hire in hires)


@subproperty(hint="What if the output mentions a candidate who does not exist?")
def no_new_candidate(candidates, hires):
    """Every candidate of a hire is in the input."""
    return {hire.candidate for hire in hires} <= set(range(len(candidates)))
