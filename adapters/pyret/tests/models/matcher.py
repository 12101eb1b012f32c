"""Models of the fixtures for matcher."""

from models import model
from models.pyret import Raised, before, first, get, place, to_list


def is_matching(companies, hires):
    """Every company and every candidate of the input occurs in exactly one hire, and nobody else occurs."""
    everybody = list(range(len(companies)))
    hiring, hired = [hire.company for hire in hires], [hire.candidate for hire in hires]
    return sorted(hiring) == everybody and sorted(hired) == everybody


def blocking(companies, candidates, one, other):
    """The company of one hire and the candidate of another both prefer each other. Everybody is in the input."""
    company_wants = place(companies[one.company], other.candidate) < place(companies[one.company], one.candidate)
    wishes = candidates[other.candidate]
    return company_wants and place(wishes, one.company) < place(wishes, other.company)


def is_stable(companies, candidates, hires):
    return not any(blocking(companies, candidates, one, other) for one in hires for other in hires)


def stable_matching(companies, candidates, hires):
    return is_matching(companies, hires) and is_stable(companies, candidates, hires)


# Those that are right say the same in different ways.


@model("2018/matcher-prefix.arr", correct=True)
def prefix(companies, candidates, hires):
    return stable_matching(companies, candidates, hires)


@model("2021/matcher-include.arr", correct=True)
def include(companies, candidates, hires):
    return stable_matching(companies, candidates, hires)


@model("2023/matcher-raw-arrays.arr", correct=True)
def raw_arrays(companies, candidates, hires):
    staff = {hire.company: hire.candidate for hire in hires}
    jobs = {hire.candidate: hire.company for hire in hires}
    everybody = set(range(len(companies)))
    if len(hires) != len(companies) or set(staff) != everybody or set(jobs) != everybody:
        return False
    return not any(
        place(companies[i], j) < place(companies[i], staff[i]) and place(candidates[j], i) < place(candidates[j], jobs[j])
        for i in everybody
        for j in everybody
    )


@model("2023/matcher-pick-types.arr", correct=True)
def pick_types(companies, candidates, hires):
    n = len(companies)
    if len(hires) != n or not all(hire.company < n and hire.candidate < n for hire in hires):
        return False
    different = len({hire.company for hire in hires}) == n and len({hire.candidate for hire in hires}) == n
    return different and is_stable(companies, candidates, hires)


@model("2024/matcher-essentials2024.arr", correct=True)
def essentials2024(companies, candidates, hires):
    return stable_matching(companies, candidates, hires)


@model("2024/matcher-own-types", correct=True)
def own_types(companies, candidates, hires):
    return is_matching(companies, hires) and all(
        one.company not in before(candidates[other.candidate], other.company)
        for one in hires
        for other in hires
        if other.candidate in before(companies[one.company], one.candidate)
    )


# Those that miss something.


@model("2018/matcher-pick.arr")
def pick(companies, candidates, hires):
    return is_matching(companies, hires)


@model("2018/matcher-dictionary.arr")
def dictionary(companies, candidates, hires):
    staff = {hire.company: hire.candidate for hire in to_list(hires)}
    jobs = {hire.candidate: hire.company for hire in to_list(hires)}
    if len(hires) != len(companies):
        return False
    for company, ranking in enumerate(companies):
        if company not in staff:
            raise Raised
        for rival in before(ranking, staff[company]):
            if rival not in jobs:
                raise Raised
            if jobs[rival] not in before(candidates[rival], company):
                return False
    return True


@model("2018/matcher-arrays.arr")
def arrays(companies, candidates, hires):
    n = len(companies)
    staff = [-1] * n
    for hire in to_list(hires):
        get(staff, hire.company)
        staff[hire.company] = hire.candidate
    return sorted(staff) == list(range(n))


@model("2018/matcher-two-files")
def two_files(companies, candidates, hires):
    def content(hire):
        preferred = before(companies[hire.company], hire.candidate)
        if not preferred:
            return True
        wanted = preferred[-1]
        (rival,) = (other.company for other in hires if other.candidate == wanted)
        return place(candidates[wanted], rival) < place(candidates[wanted], hire.company)

    return is_matching(companies, hires) and all(content(hire) for hire in hires)


@model("2018/matcher-no-empty.arr")
def no_empty(companies, candidates, hires):
    first(companies)
    return stable_matching(companies, candidates, hires)


@model("2021/matcher-extra-hires.arr")
def extra_hires(companies, candidates, hires):
    everybody = set(range(len(companies)))
    if not (everybody <= {hire.company for hire in hires} and everybody <= {hire.candidate for hire in hires}):
        return False

    def content(company, candidate):
        staff = [hire.candidate for hire in hires if hire.company == company]
        jobs = [hire.company for hire in hires if hire.candidate == candidate]
        wishes, other_wishes = companies[company], candidates[candidate]
        return any(place(wishes, own) <= place(wishes, candidate) for own in staff) or any(
            place(other_wishes, own) <= place(other_wishes, company) for own in jobs
        )

    return all(content(company, candidate) for company in everybody for candidate in everybody)


@model("2021/matcher-mixed-up.arr")
def mixed_up(companies, candidates, hires):
    def swap_wanted(one, other):
        wishes, other_wishes = companies[one.candidate], candidates[other.company]
        company_wants = place(wishes, other.candidate) < place(wishes, one.candidate)
        return company_wants and place(other_wishes, one.company) < place(other_wishes, other.company)

    return is_matching(companies, hires) and not any(swap_wanted(one, other) for one in hires for other in hires)


@model("2021/matcher-find-value.arr")
def find_value(companies, candidates, hires):
    listed = to_list(hires)
    for company, ranking in enumerate(companies):
        own = first([hire for hire in listed if hire.company == company])
        for wanted in before(ranking, own.candidate):
            job = first([hire for hire in listed if hire.candidate == wanted])
            if job.company not in before(candidates[wanted], company):
                return False
    return len(hires) == len(companies) and len({hire.candidate for hire in hires}) == len(companies)


@model("2021/matcher-rejects-none.arr")
def rejects_none(companies, candidates, hires):
    sizes = len(hires), len({hire.company for hire in hires}), len({hire.candidate for hire in hires})
    return sizes == (len(companies),) * 3


@model("2023/matcher-examples.arr")
def examples(companies, candidates, hires):
    n = len(companies)
    inside = all(0 <= hire.candidate < n for hire in hires)
    once = sorted(hire.company for hire in hires) == list(range(n))
    return inside and once and is_stable(companies, candidates, hires)


@model("2023/matcher-first-hire.arr")
def first_hire(companies, candidates, hires):
    listed = to_list(hires)

    def better(ranking, who, partners):
        return not partners or place(ranking, who) < place(ranking, partners[0])

    return not any(
        better(company_wishes, candidate, [hire.candidate for hire in listed if hire.company == company])
        and better(candidate_wishes, company, [hire.company for hire in listed if hire.candidate == candidate])
        for company, company_wishes in enumerate(companies)
        for candidate, candidate_wishes in enumerate(candidates)
    )


@model("2024/matcher-dcic2021.arr")
def dcic2021(companies, candidates, hires):
    return is_matching(companies, hires) and all(candidates[hire.candidate][0] == hire.company for hire in hires)


@model("2024/matcher-not-strict.arr")
def not_strict(companies, candidates, hires):
    return not companies and not hires


@model("2024/matcher-tree-set.arr")
def tree_set(companies, candidates, hires):
    if len(hires) > 1:
        raise Raised
    n = len(companies)
    return len(hires) == n and all(hire.company < n and hire.candidate < n for hire in hires)
