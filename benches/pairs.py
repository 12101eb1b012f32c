"""Pairs for benchmarks: correct ones, and correct ones with one to three random edits, at the sizes of both scopes.

    python3 benches/pairs.py toposort 1000 > pairs.json
"""

import json
import random
import sys


def toposort(rng, large):
    """A random acyclic graph with a correct order of its vertices."""
    count, limit = (12, 20) if large else (5, 5)
    names = list(range(rng.randint(2, count)))
    rng.shuffle(names)
    forward = [(a, b) for i, a in enumerate(names) for b in names[i + 1 :]]
    edges = rng.sample(forward, min(len(forward), rng.randint(0, limit)))
    used = {v for edge in edges for v in edge}
    order = [v for v in names if v in used]
    edit_list(rng, order, lambda: rng.randrange(count))
    return {"edges": edges}, {"order": order}


def sortacle(rng, large):
    """Random people, sorted by age."""
    limit = 12 if large else 5

    def person():
        return {"name": rng.choice("abc"), "age": rng.randrange(4)}

    people = [person() for _ in range(rng.randint(0, limit))]
    out = sorted(people, key=lambda p: p["age"])
    edit_list(rng, out, person)
    return {"people_in": people}, {"people_out": out}


def matcher(rng, large):
    """Random preferences with the matching found by proposing."""
    n = rng.randint(0, 6 if large else 3)
    companies = [rng.sample(range(n), n) for _ in range(n)]
    candidates = [rng.sample(range(n), n) for _ in range(n)]
    hires = [{"company": c, "candidate": d} for d, c in propose(companies, candidates).items()]

    def hire():
        return {"company": rng.randrange(n + 2), "candidate": rng.randrange(n + 2)}

    edit_list(rng, hires, hire)
    distinct = {(h["company"], h["candidate"]): h for h in hires}
    return {"companies": companies, "candidates": candidates}, {"hires": {"set": list(distinct.values())}}


def propose(companies, candidates):
    """Gale and Shapley's algorithm: who is hired by whom."""
    hired, next_choice, free = {}, [0] * len(companies), list(range(len(companies)))
    while free:
        company = free.pop()
        candidate = companies[company][next_choice[company]]
        next_choice[company] += 1
        rival = hired.get(candidate)
        if rival is None:
            hired[candidate] = company
        elif candidates[candidate].index(company) < candidates[candidate].index(rival):
            hired[candidate] = company
            free.append(rival)
        else:
            free.append(company)
    return hired


def edit_list(rng, items, fresh):
    """Leaves the items alone half of the time; otherwise inserts, deletes, duplicates, swaps or replaces."""
    if rng.random() < 0.5:
        return
    for _ in range(rng.randint(1, 3)):
        edit = rng.randrange(5)
        if edit == 0 or not items:
            items.insert(rng.randint(0, len(items)), fresh())
        elif edit == 1:
            del items[rng.randrange(len(items))]
        elif edit == 2:
            items.insert(rng.randint(0, len(items)), rng.choice(items))
        elif edit == 3:
            i, j = rng.randrange(len(items)), rng.randrange(len(items))
            items[i], items[j] = items[j], items[i]
        else:
            items[rng.randrange(len(items))] = fresh()


PROBLEMS = {"toposort": toposort, "sortacle": sortacle, "matcher": matcher}


def generate(problem, count, seed=7):
    """`count` pairs of the problem, every second one at the size of the large scope."""
    rng = random.Random(seed)
    pairs = []
    for i in range(count):
        given, answer = PROBLEMS[problem](rng, large=i % 2 == 1)
        pairs.append({"input": given, "output": answer})
    return pairs


if __name__ == "__main__":
    json.dump(generate(sys.argv[1], int(sys.argv[2])), sys.stdout)
