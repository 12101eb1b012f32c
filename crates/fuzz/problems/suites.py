"""Compares a suite with the truth: every test, and every claim about all pairs."""

import re

import lattice
from compare import mask_of, masks


def check_suite(truth, report, suite):
    """A suite of all buckets, as `custodiet suite` wrote it."""
    unknown = set(suite.get("order_undecided", ()))
    report.undecided["order of a function"] += len(unknown)
    if truth.dependent <= unknown and truth.dependent:
        return
    if truth.dependent:
        _check_dependent(truth, report, suite)
        return
    alike = {}
    listed = {}
    for bucket in suite["buckets"]:
        mask = mask_of(truth, bucket["fails"])
        listed[mask] = bucket
        for test in bucket["tests"]:
            pair = truth.read(test)
            _check_test(truth, report, test, pair, mask, bucket, unknown)
            form = truth.canonical(pair)
            if form is not None:
                report.claim(
                    "no two tests alike",
                    (form, mask) not in alike,
                    f"two tests: {test['id']}, {alike.get((form, mask))}",
                )
                alike[form, mask] = test["id"]
        _check_short(truth, report, bucket, mask)
    report.claims["tests"] += len(alike)
    _check_all_pairs(truth, report, suite, listed)


def _check_dependent(truth, report, suite):
    """The random engine does not look for functions that depend on an order: it claims nothing about all pairs, and its
    tests are right in the order in which they are written."""
    if suite["options"]["engine"] != "random" or suite["contradictory"]["count"] is not None:
        said = f"nothing about the order of {sorted(truth.dependent)} in a suite"
        report.claim("no order matters", False, said, "it depends on an order")
        return
    report.undecided["random suite that depends on an order"] += 1
    for bucket in suite["buckets"]:
        for test in bucket["tests"]:
            pair = truth.read(test)
            for function in truth.subproperties:
                possible = truth.answers(function, pair, free=False)
                said = function.name not in bucket["fails"]
                report.claim("test in its bucket", said in possible, f"{function.name}: {said}", possible)


def _check_test(truth, report, test, pair, mask, bucket, unknown):
    place = truth.place(pair)
    if place[0] == "depends" and place[1] in unknown:
        report.undecided["test that depends on an undecided order"] += 1
    else:
        report.equal("test in its bucket", ("bucket", mask), place)
    if truth.sampled:
        report.undecided["orders sampled by the oracle"] += 1
    report.equal("expect", test["expect"], mask & truth.required == 0)
    inside = test["kind"] != "large" and not bucket.get("only_large", False)
    report.equal("test inside the scope", truth.in_scope(pair), inside)
    if test["kind"] == "smallest" and test.get("proven"):
        _check_smallest(truth, report, test, pair, mask)
    if test["positive_kind"] is None:
        report.undecided["positive kind"] += test["expect"]
        return
    report.claim("positive kind", test["expect"], f"{test['positive_kind']} for a negative test")
    if inside:
        outputs = truth.correct_outputs(pair)
        if outputs is not None:
            kind = "functional" if len(outputs) == 1 else "relational"
            report.equal("positive kind", test["positive_kind"], kind)


def _check_smallest(truth, report, test, pair, mask):
    least, smallest = truth.smallest_of(mask)
    if not report.claim(
        "smallest by size", truth.size(pair) == least, f"{truth.size(pair)} for test {test['id']}", least
    ):
        return
    positions = [truth.position(p) for p in smallest]
    if None not in positions:
        first = min(range(len(positions)), key=positions.__getitem__)
        report.claim(
            "smallest of its size",
            truth.position(pair) == positions[first],
            f"test {test['id']}",
            truth.write(smallest[first]),
        )


def _check_short(truth, report, bucket, mask):
    """`short` may say how many pairs exist."""
    said = re.match(r"only (\d+) pairs? exists? within the scope", bucket.get("short", ""))
    if said and mask in truth.buckets:
        forms = {truth.canonical(pair) for pair in truth.buckets[mask]}
        report.equal("number of pairs", int(said[1]), len(forms))


def _check_all_pairs(truth, report, suite, listed):
    count, buckets = len(truth.subproperties), set(truth.buckets)
    inside = {mask for mask, bucket in listed.items() if not bucket.get("only_large", False)}
    report.claim("suite: buckets", inside <= buckets, sorted(inside), sorted(buckets))
    only_large = set(listed) - inside
    report.claim("suite: only large", not only_large & buckets, sorted(only_large), sorted(buckets))
    if suite["contradictory"]["count"] is None:
        report.undecided["suite: contradictory"] += 1
        return
    report.equal("suite: contradictory", suite["contradictory"]["count"], (1 << count) - len(buckets))
    report.equal(
        "suite: implications",
        masks(truth, suite["contradictory"]["implications"]),
        lattice.implications(count, buckets),
    )
    if not suite["stopped_early"]:
        report.equal("suite: buckets", sorted(inside), sorted(buckets))
    if not only_large:
        names = [sub.name for sub in truth.subproperties]
        for mask, bucket in listed.items():
            focused = [names[i] for i in lattice.focused_on(buckets, mask)]
            report.equal("suite: focused", bucket["focused_on"], focused)
