"""Checks every expected.toml against what the predicates do, in plain CPython.

    PYTHONPATH=python python3 check.py PROBLEMS [--suite PROBLEM=TESTS.jsonl]... [--only PROBLEM] [-v]

PROBLEMS is the folder of the problem files. Pairs come from a small scope of each problem (enumerated where that is
feasible, sampled evenly over the buckets beyond that) and from suites exported as JSON Lines. Each source is judged
by itself, so that an expectation which depends on the sample shows. Exit code 1 if anything differs.
"""

import argparse
import ast
import importlib
import itertools
import json
import random
import signal
import sys
import tomllib
from collections import Counter, defaultdict
from pathlib import Path

HERE = Path(__file__).resolve().parent
PER_BUCKET = 250
ACCEPTED, REJECTED, TIMED_OUT, NOT_A_BOOLEAN = "accepted", "rejected", "timed_out", "not_a_boolean"


class TimeUp(BaseException):
    pass


def ring(*_):
    raise TimeUp


# ---------------------------------------------------------------- problems


class Problem:
    """The subproperties of a problem file, in file order, and how to call them."""

    def __init__(self, name, folder):
        path = folder / f"{name}.py"
        sys.path.insert(0, str(folder))
        self.name, self.module = name, importlib.import_module(name)
        self.subproperties, self.required, self.instead_of, self.preconditions = [], [], {}, []
        kinds = declared(path)
        for function, kind, arguments in kinds:
            if kind == "precondition":
                self.preconditions.append(getattr(self.module, function))
            else:
                self.subproperties.append(function)
                if kind == "subproperty":
                    self.required.append(function)
                else:
                    self.instead_of[function] = arguments.get("instead_of", [])
        self.parameters = parameters(self.module.is_valid)

    def fails(self, values):
        """The subproperties that fail of a pair, as a bit mask; None if a precondition fails."""
        named = dict(zip(self.parameters, values))
        for function in self.preconditions:
            if not call(function, named):
                return None
        mask = 0
        for i, function in enumerate(self.subproperties):
            if not call(getattr(self.module, function), named):
                mask |= 1 << i
        return mask


def parameters(function):
    code = function.__code__
    return code.co_varnames[: code.co_argcount]


def call(function, named):
    return function(*(named[p] for p in parameters(function)))


def declared(path):
    """Functions with a decorator of the vocabulary: (name, kind, keyword arguments)."""
    found = []
    for node in ast.parse(path.read_text()).body:
        if not isinstance(node, ast.FunctionDef):
            continue
        for decorator in node.decorator_list:
            arguments = {}
            if isinstance(decorator, ast.Call):
                arguments = {k.arg: ast.literal_eval(k.value) for k in decorator.keywords}
                decorator = decorator.func
            if decorator.id in ("subproperty", "error_subproperty", "precondition"):
                found.append((node.name, decorator.id, arguments))
    return found


# ---------------------------------------------------------------- pairs


def toposort_pairs(problem, rng):
    def render(edges, order):
        labels = list(range(6))
        rng.shuffle(labels)
        if rng.random() < 0.5:
            labels = ["abcdef"[i] for i in labels]
        edges = [(labels[a], labels[b]) for a, b in edges]
        rng.shuffle(edges)
        return edges, [labels[v] for v in order]

    def canonical(edges, n):
        return min(tuple(sorted((p[a], p[b]) for a, b in edges)) for p in itertools.permutations(range(n)))

    graphs = set()
    for size in range(0, 6):
        forward = list(itertools.combinations(range(4), 2))
        for edges in itertools.combinations(forward, size):
            used = sorted({v for e in edges for v in e})
            edges = [(used.index(a), used.index(b)) for a, b in edges]
            graphs.add((len(used), canonical(edges, len(used))))
    for n, edges in sorted(graphs):
        for length in range(0, 6 if n <= 3 else 5):
            for order in itertools.product(range(n + (2 if n <= 3 else 1)), repeat=length):
                yield render(edges, order)
    for _ in range(60000):
        names = list(range(5))
        forward = list(itertools.combinations(names[: rng.choice([3, 4, 5])], 2))
        edges = rng.sample(forward, rng.randrange(2, min(5, len(forward)) + 1))
        used = sorted({v for e in edges for v in e})
        order = sorted(used) if rng.random() < 0.7 else [rng.choice(names) for _ in range(rng.randrange(3, 7))]
        for _ in range(rng.choice([0, 1, 1, 2, 2, 3, 4])):
            act, at = rng.randrange(4), rng.randrange(len(order) + 1)
            if act == 0 and len(order) < 6:
                order.insert(at, rng.choice(names))
            elif act == 1 and at < len(order):
                del order[at]
            elif act == 2 and at < len(order):
                order[at] = rng.choice(names)
            elif act == 3 and len(order) > 1:
                i, j = rng.sample(range(len(order)), 2)
                order[i], order[j] = order[j], order[i]
        yield render(edges, order)


def sortacle_pairs(problem, rng):
    person = problem.module.Person
    few = [person(n, a) for n in "ab" for a in range(2)]
    lists = [list(p) for length in range(4) for p in itertools.product(few, repeat=length)]
    for people_in in lists:
        for people_out in lists:
            yield people_in, people_out
    many = [person(n, a) for n in "abc" for a in range(4)]
    for _ in range(60000):
        people_in = [rng.choice(many) for _ in range(rng.randrange(5))]
        people_out = people_in[:]
        rng.shuffle(people_out)
        if rng.random() < 0.6:
            people_out.sort(key=lambda p: p.age)
        for _ in range(rng.choice([0, 1, 1, 2, 3])):
            act, at = rng.randrange(3), rng.randrange(len(people_out) + 1)
            if act == 0 and len(people_out) < 4:
                people_out.insert(at, rng.choice(many + people_in))
            elif act == 1 and at < len(people_out):
                del people_out[at]
            elif act == 2 and at < len(people_out):
                people_out[at] = rng.choice(many + people_in)
        if rng.random() < 0.5:
            people_out.sort(key=lambda p: p.age)
        yield people_in, people_out


def matcher_pairs(problem, rng):
    hire = problem.module.Hire
    for n in range(3):
        rankings = [list(p) for p in itertools.permutations(range(n))]
        for companies in itertools.product(rankings, repeat=n):
            for candidates in itertools.product(rankings, repeat=n):
                every = [hire(a, b) for a in range(n + 2) for b in range(n + 2)]
                for size in range(4 if n < 2 else 3):
                    for hires in itertools.combinations(every, size):
                        yield list(map(list, companies)), list(map(list, candidates)), set(hires)
    every = [hire(a, b) for a in range(5) for b in range(5)]
    for _ in range(90000):
        n = rng.choice([2, 3, 3])
        companies = [rng.sample(range(n), n) for _ in range(n)]
        candidates = [rng.sample(range(n), n) for _ in range(n)]
        if rng.random() < 0.7:
            hires = {hire(c, d) for c, d in enumerate(rng.sample(range(n), n))}
        else:
            hires = set(rng.sample(every, rng.randrange(6)))
        for _ in range(rng.choice([0, 1, 1, 2, 3, 4])):
            if hires and rng.random() < 0.5:
                hires.remove(rng.choice(sorted(hires, key=repr)))
            if rng.random() < 0.6 and len(hires) < 5:
                hires.add(rng.choice(every))
        yield companies, candidates, hires


PAIRS = {"toposort": toposort_pairs, "sortacle": sortacle_pairs, "matcher": matcher_pairs}
BUCKETS = {"toposort": 37, "sortacle": 22, "matcher": 44}


def read_suite(problem, path):
    for line in path.read_text().splitlines():
        test = json.loads(line)
        values = test["input"] | test["output"]
        if problem.name == "toposort":
            pair = [tuple(e) for e in values["edges"]], values["order"]
        elif problem.name == "sortacle":
            pair = tuple([problem.module.Person(**p) for p in values[k]] for k in problem.parameters)
        else:
            hires = {problem.module.Hire(**h) for h in values["hires"]["set"]}
            pair = values["companies"], values["candidates"], hires
        mask = problem.fails(pair)
        assert test["fails"] == [s for i, s in enumerate(problem.subproperties) if mask >> i & 1], test
        yield mask, pair


def from_scope(problem):
    """At most PER_BUCKET pairs of each bucket, the first (smallest) ones and a sample of the others."""
    rng = random.Random(problem.name)
    found = defaultdict(list)
    count = Counter()
    seen = set()
    for pair in PAIRS[problem.name](problem, rng):
        key = repr([sorted(v, key=repr) if isinstance(v, set) else v for v in pair])
        if key in seen:
            continue
        seen.add(key)
        mask = problem.fails(pair)
        if mask is None:
            continue
        count[mask] += 1
        if len(found[mask]) < PER_BUCKET:
            found[mask].append(pair)
        else:
            at = rng.randrange(count[mask])
            if PER_BUCKET // 5 <= at < PER_BUCKET:
                found[mask][at] = pair
    return [(mask, pair) for mask, pairs in sorted(found.items()) for pair in pairs]


# ---------------------------------------------------------------- running


def fresh(value):
    if isinstance(value, list):
        return [fresh(v) for v in value]
    return set(value) if isinstance(value, set) else value


def outcome(predicate, pair):
    pair = [fresh(v) for v in pair]
    signal.setitimer(signal.ITIMER_VIRTUAL, 0.1)
    try:
        answer = predicate(*pair)
    except TimeUp:
        return TIMED_OUT
    except Exception as error:
        return f"raised {type(error).__name__}"
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    if answer is True:
        return ACCEPTED
    return REJECTED if answer is False else NOT_A_BOOLEAN


def run(predicate, pairs, limit=150):
    """The outcome of each pair. A predicate that keeps timing out is run on a sample of the rest."""
    results, late = [], 0
    rng = random.Random(1)
    for mask, pair in rng.sample(pairs, len(pairs)):
        if late >= limit:
            break
        result = outcome(predicate, pair)
        late += result == TIMED_OUT
        results.append((mask, result))
    return results


# ---------------------------------------------------------------- the smallest formula


def minimal_sets(sets):
    sets = set(sets)
    return {s for s in sets if not any(t != s and t & s == t for t in sets)}


def cleared(sets, harmless):
    """The sets without what a harmless smaller set clears, with the whole set each came from."""
    found = {}
    for s in sets:
        innocent = 0
        for part in harmless:
            if part and part != s and part & s == part:
                innocent |= part
        found[s & ~innocent or s] = s
    return found


def covers(on, off, n):
    """All covers of `on` that avoid `off`, with the fewest literals, then parts. A literal is (position, negated)."""
    primes = []
    for signs in itertools.product((0, 1, 2), repeat=n):  # 0 absent, 1 plain, 2 negated
        term = tuple((i, s == 2) for i, s in enumerate(signs) if s)
        if not any(holds(term, b) for b in off) and any(holds(term, b) for b in on):
            primes.append(term)
    literals = {t: set(t) for t in primes}
    primes = [t for t in primes if not any(literals[u] < literals[t] for u in primes)]
    on = sorted(on)
    hits = {t: sum(1 << k for k, b in enumerate(on) if holds(t, b)) for t in primes}
    by_point = [sorted((t for t in primes if hits[t] >> k & 1), key=len) for k in range(len(on))]
    full = (1 << len(on)) - 1

    best = [(10**9, 0)]
    found = set()

    def search(covered, chosen, cost):
        if covered == full:
            if (cost, len(chosen)) < best[0]:
                best[0] = (cost, len(chosen))
                found.clear()
            if (cost, len(chosen)) == best[0]:
                found.add(tuple(sorted(tuple(sorted(t)) for t in chosen)))
            return
        left = [k for k in range(len(on)) if not covered >> k & 1]
        # points no two of which share a prime need a prime each
        bound, blocked, parts = 0, 0, 0
        for k in left:
            if not blocked >> k & 1:
                bound += len(by_point[k][0])
                parts += 1
                for t in by_point[k]:
                    blocked |= hits[t]
        if (cost + bound, len(chosen) + parts) > best[0]:
            return
        k = min(left, key=lambda k: len(by_point[k]))
        for t in by_point[k]:
            search(covered | hits[t], chosen + [t], cost + len(t))

    search(0, [], 0)
    return best[0], found


def holds(term, bucket):
    return all((bucket >> i & 1) == negated for i, negated in term)


def behaves_like(problem, accepted, rejected):
    """The simplest form that holds in the accepted buckets and in none of the rejected ones."""
    if not rejected:
        return "always", []
    if not accepted:
        return "never", []
    n = len(problem.subproperties)
    cost_d, forms_d = covers(accepted, rejected, n)
    cost_c, forms_c = covers(rejected, accepted, n)
    candidates = [(cost_d, 1, form) for form in forms_d]
    for form in forms_c:
        clauses = tuple(sorted(tuple(sorted((i, not neg) for i, neg in part)) for part in form))
        candidates.append((cost_c, 0, clauses))
    candidates.sort()
    best = candidates[0]
    ties = [write(problem, c) for c in candidates if c[0][0] == best[0][0] and c != best]
    return write(problem, best), [t for t in ties if t != write(problem, best)]


def write(problem, candidate):
    _, disjunctive, parts = candidate
    inner, outer = (" and ", " or ") if disjunctive else (" or ", " and ")

    def name(literal):
        i, negated = literal
        s = problem.subproperties[i].replace("_", "-")
        s = s.upper() if problem.subproperties[i] in problem.required else s
        return "not " + s if negated else s

    written = [inner.join(map(name, part)) for part in parts]
    if len(parts) > 1:
        written = [f"({w})" if len(p) > 1 else w for w, p in zip(written, parts)]
    return outer.join(written)


# ---------------------------------------------------------------- what a predicate checks


def analyse(problem, results):
    names = problem.subproperties
    index = {s: i for i, s in enumerate(names)}
    required = sum(1 << index[s] for s in problem.required)
    observed = Counter(results)
    evident = {s for s in names if not any(m >> index[s] & 1 and o == ACCEPTED for m, o in observed)}
    evident_mask = sum(1 << index[s] for s in evident)

    def broke(o):
        return o not in (ACCEPTED, REJECTED)

    unexplained = defaultdict(set)  # failing required subproperties -> outcomes
    raised = set()
    for m, o in observed:
        if m & required and o != ACCEPTED and not m & evident_mask:
            unexplained[m & required].add(o)
        if broke(o):
            raised.add(m & required)
    by_set = defaultdict(set)  # failing required subproperties -> all outcomes
    for m, o in observed:
        by_set[m & required].add(o)
    # Not to blame: whatever fails in a smaller set that is accepted throughout, or answered throughout.
    accepted = {m for m, outcomes in by_set.items() if outcomes == {ACCEPTED}}
    answered = {m for m, outcomes in by_set.items() if not any(map(broke, outcomes))}
    blamed = cleared(minimal_sets(unexplained), accepted)
    raising = cleared(minimal_sets(raised), answered)  # one that raises on right pairs too notices nothing by raising
    in_part, by_rejection = [], False
    checks, misses = [], []
    for s in problem.required:
        bit = 1 << index[s]
        if s in evident:
            (in_part if any(r & bit for r in raising) else checks).append(s)
        elif any(b & bit for b in blamed):
            in_part.append(s)
            by_rejection |= any(b & bit and REJECTED in unexplained[blamed[b]] for b in blamed)
        else:
            misses.append(s)
    lax = any(m & required and o == ACCEPTED for m, o in observed)
    strict = any(not m & required and o != ACCEPTED for m, o in observed)
    fails_by = sorted({o for _, o in observed if broke(o)})
    right = "no answer" if fails_by else "no mistake found"
    verdict = {(0, 0): right, (1, 0): "too lax", (0, 1): "too strict", (1, 1): "both"}[lax, strict]
    # What is checked in part has another explanation, unless right pairs are rejected too.
    strict_rejection = any(not m & required and o == REJECTED for m, o in observed)
    unchecked = set(misses) | (set(in_part) if strict_rejection else set())
    evident_required = evident_mask & required
    instead = [
        x
        for x, of in problem.instead_of.items()
        if x in evident
        and unchecked & set(of)
        and any(
            o == REJECTED and m & required and m >> index[x] & 1 and not m & evident_required for m, o in observed
        )
    ]
    mixed = {m for m, o in observed if o == ACCEPTED} & {m for m, o in observed if o == REJECTED}
    votes = defaultdict(lambda: [0, 0])
    for (m, o), k in observed.items():
        votes[m][o == ACCEPTED] += k
    # One correct output that is accepted is enough: such a predicate does not behave like one that accepts nothing.
    accepts = {m for m, (no, yes) in votes.items() if yes > no or not m & required and yes}
    formula, ties = behaves_like(problem, accepts, set(votes) - accepts)
    return {
        "checks": checks,
        "misses": misses,
        "in_part": in_part,
        "verdict": verdict,
        "behaves_like": formula,
        "instead": instead,
        "unrecognized": bool(by_rejection or strict_rejection or mixed),
        "fails_by": fails_by,
    }, {
        "ties": ties,
        "mixed": {m: votes[m] for m in sorted(votes) if votes[m][0] and votes[m][1]},
        "raised_on_right_pairs": 0 in raised,
        "evident": [s for s in names if s in evident],
    }


def bucket_name(problem, mask):
    return "-".join(str(i + 1) for i in range(len(problem.subproperties)) if mask >> i & 1) or "none"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("problems", type=Path)
    parser.add_argument("--suite", action="append", default=[], metavar="NAME=FILE")
    parser.add_argument("--only", help="one problem")
    parser.add_argument("--predicate", help="one predicate")
    parser.add_argument("--json", type=Path, help="write what was found")
    parser.add_argument("-v", "--verbose", action="store_true")
    arguments = parser.parse_args()
    signal.signal(signal.SIGVTALRM, ring)
    sys.dont_write_bytecode = True
    differences, everything = 0, {}
    for name in PAIRS:
        if arguments.only not in (None, name):
            continue
        problem = Problem(name, arguments.problems)
        sources = {"scope": from_scope(problem)}
        for suite in arguments.suite:
            of, file = suite.split("=", 1)
            if of == name:
                sources[Path(file).stem] = list(read_suite(problem, Path(file)))
        for source, pairs in sources.items():
            buckets = {m for m, _ in pairs}
            print(f"{name}: {source}: {len(pairs)} pairs in {len(buckets)} buckets")
            assert len(buckets) == BUCKETS[name], "not all buckets are reached"
        expected = tomllib.loads((HERE / name / "expected.toml").read_text())
        files = sorted((HERE / name).glob("*.py"))
        if {f.stem for f in files} != set(expected):
            print(f"{name}: no table or no file for {sorted({f.stem for f in files} ^ set(expected))}")
            differences += 1
        for file in files:
            if arguments.predicate not in (None, file.stem) or file.stem not in expected:
                continue
            module = {"__name__": file.stem}
            exec(compile(file.read_text(), file.name, "exec"), module)
            values = defaultdict(dict)  # key -> value -> sources
            for source, pairs in sources.items():
                found, more = analyse(problem, run(module["is_valid"], pairs))
                everything.setdefault(name, {}).setdefault(file.stem, {})[source] = found | more
                for key, value in found.items():
                    values[key].setdefault(repr(value), []).append(source)
                if arguments.verbose:
                    mixed = {bucket_name(problem, m): v for m, v in more["mixed"].items()}
                    print(f"  {file.stem}: {source}: evident {more['evident']}; mixed {mixed}; ties {more['ties']}")
            for key, by_value in values.items():
                want = expected[file.stem].get(key)
                if key == "behaves_like" and want is None or set(by_value) == {repr(want)}:
                    continue
                differences += 1
                print(f"{name}/{file.stem}: {key}, expected {want!r}")
                for value, of in by_value.items():
                    print(f"    {value} ({', '.join(of)})")
    if arguments.json:
        arguments.json.write_text(json.dumps(everything, indent=1))
    print(f"{differences} differences")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
