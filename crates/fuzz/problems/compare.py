"""Compares what the tool says in JSON with the truth.

Each `check_…` takes the truth and what a command printed. Every single claim is counted, and every wrong one becomes a
`Disagreement`. What the tool says it does not know is counted too, and is never wrong.
"""

from collections import Counter

import lattice


class Report:
    """Counts of claims, and what was wrong."""

    def __init__(self):
        self.claims, self.undecided, self.wrong = Counter(), Counter(), []

    def claim(self, kind, is_true, said, truth=""):
        self.claims[kind] += 1
        if not is_true:
            self.wrong.append((kind, f"the tool says {said}" + (f"; the truth is {truth}" if truth != "" else "")))
        return is_true

    def equal(self, kind, said, truth):
        return self.claim(kind, said == truth, said, truth)


def mask_of(truth, names):
    order = [sub.name for sub in truth.subproperties]
    return sum(1 << order.index(name) for name in names)


def masks(truth, implications):
    return {(mask_of(truth, i["if"]), mask_of(truth, i["then"])) for i in implications}


def trusted(truth, report, data, reference=True, large=False, about=None):
    """Whether claims about all pairs can be compared: not if a function depends on an order. Compares what is said
    about orders. The order of the `reference` predicate may be irrelevant, and that of the large scope relevant; `about`
    names the functions that count, if not all do."""
    dependent = truth.dependent if about is None else truth.dependent & about
    if not reference and truth.reference:
        dependent = dependent - {truth.reference.name}
    if "diagnostics" in data:
        errors = [d for d in data["diagnostics"] if d["severity"] == "error"]
        named = set()
        for error in errors:
            if error["code"] != "C051":
                report.undecided[f"refused {error['code']}"] += 1
                return False
            named.add(error["message"].split("`")[1])
        possible = truth.dependent_if_large() if large else truth.dependent | truth.perhaps_dependent
        if truth.sampled or possible is None:
            report.undecided["orders sampled by the oracle"] += 1
        else:
            report.claim(
                "depends on an order", named <= possible, f"that {sorted(named)} depend on an order", sorted(possible)
            )
        if not dependent <= named:
            report.undecided["other functions that depend on an order"] += 1
        return False
    unknown = set(data.get("order_undecided") or ())
    report.undecided["order of a function"] += len(unknown)
    missed = dependent - unknown
    report.claim(
        "no order matters", not missed, f"nothing about the order of {sorted(missed)}", "it depends on an order"
    )
    return not dependent


def check_declarations(truth, report, data):
    """`check`: what the file declares."""
    if any(diagnostic["severity"] == "error" for diagnostic in data["diagnostics"]):
        report.undecided["refused by check"] += 1
        return
    report.equal("check: reference", data["has_reference"], truth.reference is not None)
    for side, wanted in (("inputs", True), ("outputs", False)):
        names = [name for name, is_input in zip(truth.names, truth.is_input) if is_input is wanted]
        report.equal(f"check: {side}", [param["name"] for param in data[side]], names)
    for key, functions in (("preconditions", truth.preconditions), ("subproperties", truth.subproperties)):
        params = [(f.name, [truth.names[i] for i in f.params]) for f in functions]
        report.equal(f"check: {key}", [(f["name"], f["params"]) for f in data[key]], params)
    kinds = ["required" if f.required else "error" for f in truth.subproperties]
    report.equal("check: kinds", [f["kind"] for f in data["subproperties"]], kinds)
    scope = {key: {"range": [b.start, b.stop]} if isinstance(b, range) else b for key, b in truth.scope.items()}
    scope = {key: list(bound) if isinstance(bound, tuple) else bound for key, bound in scope.items()}
    report.equal("check: scope", data["scope"], scope)


def check_pair(truth, report, kind, data, pairs):
    """A pair that must be the smallest of these."""
    pair = truth.read(data)
    known = {truth.arrange(p) for p in pairs}
    if not report.claim(kind, truth.arrange(pair) in known, f"that {data} is such a pair", f"{len(known)} others are"):
        return
    least, smallest = truth.smallest(pairs)
    if not report.claim(
        "smallest by size", truth.size(pair) == least, f"{truth.size(pair)} for {data} ({kind})", least
    ):
        return
    positions = [truth.position(p) for p in smallest]
    if None not in positions:
        first = min(range(len(positions)), key=positions.__getitem__)
        is_first = truth.position(pair) == positions[first]
        report.claim("smallest of its size", is_first, f"{data} ({kind})", truth.write(smallest[first]))


def check_analysis(truth, report, data):
    if not trusted(truth, report, data):
        return
    names = [sub.name for sub in truth.subproperties]
    count, buckets, required = len(names), set(truth.buckets), truth.required
    report.equal("subproperties", data["subproperties"], names)
    listed = [mask_of(truth, bucket) for bucket in data["concretizable"]]
    if data["contradictory"] is None:
        report.undecided["buckets"] += 1
        report.claim("buckets", set(listed) <= buckets, listed, sorted(buckets))
        return
    report.claims["buckets"] += (1 << count) - 1
    report.equal("buckets", sorted(listed), sorted(buckets))
    report.equal("positive", {mask_of(truth, b) for b in data["positive"]}, {b for b in buckets if not b & required})
    report.equal("contradictory", data["contradictory"], (1 << count) - len(buckets))
    implications = lattice.implications(count, buckets)
    report.claims["implications"] += max(0, len(implications) - 1)
    report.equal("implications", masks(truth, data["implications"]), implications)
    basis = masks(truth, data["basis"])
    report.claim("basis", basis <= implications and lattice.is_basis(count, buckets, basis), data["basis"])
    # Nothing fails alone or otherwise if there is no pair.
    report.equal("independent", data["independent"], lattice.independent(count, buckets) if buckets else None)
    always = lattice.always_true(count, buckets) if buckets else []
    report.equal("always true", [names.index(n) for n in data["always_true"]], always)
    redundant = lattice.redundant(count, buckets, required)
    report.equal("redundant", [names.index(n) for n in data["redundant"]], redundant)
    spare = mask_of(truth, data["spare"])
    is_spare = lattice.can_be_left_out(buckets, required, spare) and set(data["spare"]) <= {names[i] for i in redundant}
    is_most = all(spare >> i & 1 or not lattice.can_be_left_out(buckets, required, spare | 1 << i) for i in redundant)
    report.claim("spare", is_spare and is_most, data["spare"])
    said = {names.index(a["name"]): {mask_of(truth, w) for w in a["with"]} for a in data["never_alone"]}
    report.equal("never alone", said, lattice.never_alone(count, buckets, required))
    _check_not_implied(truth, report, data, names)
    _check_raises(truth, report, data)
    _check_complete(truth, report, data)


def _check_not_implied(truth, report, data, names):
    correct = [bucket for bucket in truth.buckets if not bucket & truth.required]
    strict = [n for i, n in enumerate(names) if not truth.required >> i & 1 and any(b >> i & 1 for b in correct)]
    report.equal("not implied", [found["name"] for found in data["not_implied"]], strict)
    for found in data["not_implied"]:
        bucket = mask_of(truth, found["fails"])
        report.claim("not implied", bucket in correct and found["name"] in found["fails"], found["fails"])
        report.equal("not implied", ("bucket", bucket), truth.place(truth.read(found["pair"])))


def _check_raises(truth, report, data):
    said = {(r["function"], r["exception"]): r["pair"] for r in data["raises"]}
    open_questions = {(r["function"], r["exception"]) for r in data["may_raise"]}
    report.undecided["raises"] += len(open_questions)
    report.equal("raises", sorted(set(said) - open_questions), sorted(set(truth.raising) - open_questions))
    for key, pair in said.items():
        if key in truth.raising:
            check_pair(truth, report, "raises", pair, truth.raising[key])


def _check_complete(truth, report, data):
    if truth.reference is None:
        report.equal("complete", data["complete"], None)
    elif data["complete"] is None:
        report.undecided["complete"] += 1
    else:
        report.equal("complete", data["complete"], not truth.differences)
        if not data["complete"] and truth.differences:
            difference = data["difference"]
            check_pair(truth, report, "difference", difference["pair"], truth.differences)
            pair = truth.read(difference["pair"])
            report.equal("difference", difference["reference"], truth.answers(truth.reference, pair) == {True})
            place = truth.place(pair)
            fails = mask_of(truth, difference["fails"])
            report.claim("difference", place[0] == "bucket" and fails == place[1] & truth.required, difference["fails"])


def check_random(truth, report, data):
    """`analyze --engine random`: only what was found is claimed."""
    if "diagnostics" in data:
        trusted(truth, report, data)
        return
    for found in data["found"]:
        bucket, pair = mask_of(truth, found["fails"]), truth.read(found["pair"])
        report.claim("drawn pair", truth.in_scope(pair), found["pair"], "outside the scope")
        if not truth.dependent:
            report.equal("drawn pair", ("bucket", bucket), truth.place(pair))
    report.equal("not found", data["not_found"]["buckets"], (1 << len(truth.subproperties)) - len(data["found"]))


def check_engines(truth, report, data):
    """`analyze --engine both`: what the random engine found."""
    report.equal("engines agree", data["unknown_to_solver"], [])
    found = {mask_of(truth, b["fails"]) for b in (*data["sampled"], *data["sparse"])}
    if not truth.dependent:
        report.claim("engines agree", found <= set(truth.buckets), sorted(found), sorted(truth.buckets))


def check_manifest(truth, report, manifest):
    """The claims of a proof folder."""
    if truth.dependent:
        return
    listed = {mask_of(truth, b["fails"]): b["pair"] for b in manifest["concretizable"]}
    report.equal("proven buckets", sorted(listed), sorted(truth.buckets))
    for bucket, pair in listed.items():
        report.equal("pair of a proof", ("bucket", bucket), truth.place(truth.read(pair)))
    count = len(truth.subproperties)
    report.equal(
        "proven implications", masks(truth, manifest["implications"]), lattice.implications(count, set(truth.buckets))
    )


def check_why(truth, report, bucket, data):
    """`analyze --why`."""
    if not trusted(truth, report, data, reference=False):
        return
    if data["concretizable"] is None:
        report.undecided["why"] += 1
        return
    if not report.equal("why", data["concretizable"], bucket in truth.buckets):
        return
    if data["concretizable"]:
        check_pair(truth, report, "why", data["pair"], truth.buckets.get(bucket, []))
    elif data["reasons"]:
        reasons = data["reasons"]
        hold, fail = mask_of(truth, reasons["hold"]), mask_of(truth, reasons["fail"])
        is_reason = hold & bucket == 0 and fail & bucket == fail
        if not reasons["do_not_raise"]:
            # A pair that raises elsewhere breaks it as well, so this is the weaker claim.
            is_reason = is_reason and lattice.holds(truth.buckets, hold, fail)
        report.claim("reasons", is_reason, reasons)


CASES = ("both", "only_first", "only_second", "neither")


def cases(truth, first, second):
    """The valid pairs of each case of a comparison."""
    found = {case: [] for case in (*CASES, "raises")}
    for pair in truth.valid_pairs():
        (x,), (y,) = truth.answers(first, pair), truth.answers(second, pair)
        if isinstance(x, str) or isinstance(y, str):
            found["raises"].append(pair)
        else:
            found[CASES[2 * (not x) + (not y)]].append(pair)
    return found


def check_comparison(truth, report, first, second, data):
    """`analyze --compare` of two functions that are not preconditions."""
    about = {function.name for function in (*truth.preconditions, first, second)}
    if not trusted(truth, report, data, about=about):
        return
    found = cases(truth, first, second)
    for case, pairs in found.items():
        if case in data["undecided"]:
            report.undecided["compare"] += 1
        elif report.equal("compare", data[case] is not None, bool(pairs)) and pairs:
            check_pair(truth, report, "compare", data[case], pairs)
    if not data["undecided"]:
        both, first_only, second_only, neither = (bool(found[case]) for case in CASES)
        possible = {
            "equal": not first_only and not second_only,
            "implies": not first_only,
            "implied": not second_only,
            "opposite": not both and not neither,
            "disjoint": not both,
            "overlap": both and first_only and second_only,
        }
        report.claim("relation", possible[data["relation"]], data["relation"], possible)


def check_explanation(truth, report, data, pair_data):
    """`explain`: with unordered lists as they are written, and sets in some order."""
    pair = truth.read(pair_data)
    report.equal("explain: scope", data["in_scope"], truth.in_scope(pair))
    answers = {function.name: truth.answers(function, pair, free=False) for function in truth.functions}
    said = {name: True for name in (*data["holds"], *data["preconditions"]["holds"])}
    said |= {name: False for name in (*data["fails"], *data["preconditions"]["fails"])}
    for name, fault in data["raises"].items():
        said[name] = fault["exception"]
    if truth.reference:
        said.setdefault(truth.reference.name, data["reference"])
    for function in truth.functions:
        possible = answers[function.name]
        if function.name in data["raises"] and said[function.name] is None:
            report.undecided["explain: beyond a limit"] += 1
            return
        if function.name in data["not_asked"] or (function is truth.reference and data["reference"] is None):
            report.claim("explain: not asked", any(isinstance(a, str) for a in possible), function.name, possible)
        elif function is truth.reference:
            report.claim("explain: reference", data["reference"] in possible, data["reference"], possible)
        else:
            report.claim(
                "explain", said.get(function.name) in possible, f"{function.name}: {said.get(function.name)}", possible
            )
    place = truth.place(pair, free=False)
    if place[0] != "depends":
        positive = place[1] & truth.required == 0 if place[0] == "bucket" else None
        report.equal("explain: positive", data["positive"], positive)


def check_classification(truth, report, data, tests):
    """`classify`: `tests` are pairs as data with `expect`."""
    first, right_buckets = {}, set()
    for index, (test, said) in enumerate(zip(tests, data["tests"], strict=True)):
        pair = truth.read(test)
        place = truth.place(pair, free=False)
        if place[0] == "depends":
            report.undecided["classify: depends on an order"] += 1
            continue
        bucket = place[1] if place[0] == "bucket" else None
        fails = None if said["bucket"] is None else mask_of(truth, said["bucket"]["fails"])
        report.equal("classify: bucket", fails, bucket)
        report.equal("classify: invalid", said["invalid"], place[1] if place[0] == "invalid" else None)
        raises = said["raises"] and said["raises"]["function"]
        report.equal("classify: raises", raises, place[1] if place[0] == "raises" else None)
        right = None if bucket is None else (bucket & truth.required == 0) == test["expect"]
        report.equal("classify: right", said["right"], right)
        reference = truth.answers(truth.reference, pair, free=False) if truth.reference else {None}
        if len(reference) == 1:
            contradicted = bucket is not None and not isinstance(*reference, (str, type(None)))
            contradicted = contradicted and (True in reference) != (bucket & truth.required == 0)
            report.equal("classify: contradicted", said["contradicted"], contradicted)
        if right:
            right_buckets.add(bucket)
        form = (bucket, truth.canonical(pair))
        report.equal("classify: repeats", said["repeats"], first.get(form))
        first.setdefault(form, index)
    if data["missing"] is None or data["open"]:
        report.undecided["classify: missing"] += 1
        return
    if not trusted(truth, report, data):
        return
    report.equal("classify: concretizable", data["concretizable"], len(truth.buckets))
    missing = set(truth.buckets) - right_buckets
    report.equal("classify: missing", {mask_of(truth, b) for b in data["missing"]}, missing)
    focused = {b for b in missing if lattice.focused_on(truth.buckets, b)}
    report.equal("classify: focused", {mask_of(truth, b["fails"]) for b in data["missing_focused"]}, focused)
