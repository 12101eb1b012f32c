"""For each problem, a function that makes a random input and a correct output for it, as two tuples.

Some of them now and then give an output that a common mistake takes for correct, and that few edits would lead to.
It gets the problem with its random numbers (`rng`), its atoms (`pool`) and its bounds (`bound`).
"""

import heapq
import itertools


def toposort(p):
    names = p.pool[: p.rng.randint(2, len(p.pool))]
    forward = list(itertools.combinations(names, 2))
    edges = p.rng.sample(forward, p.rng.randint(0, min(len(forward), p.bound["edges"])))
    left, order = sorted({v for e in edges for v in e}, key=str), []
    while left:
        free = [v for v in left if not any(b == v and a in left for a, b in edges)]
        order.append(p.rng.choice(free))
        left.remove(order[-1])
    return (edges,), (order,)


def sortacle(p):
    person = p.module.Person
    few = [p.value(person, "") for _ in range(p.rng.randint(1, p.bound["people_in"]))]
    people = [p.rng.choice(few) for _ in range(p.rng.randint(0, p.bound["people_in"]))]
    in_order = p.rng.sample(people, len(people))
    return (people,), (sorted(in_order, key=lambda person: person.age),)


def matcher(p):
    n = p.rng.randint(0, p.bound["companies"][0])
    sides = [[p.rng.sample(range(n), n) for _ in range(n)] for _ in range(2)]
    companies, candidates = sides
    if p.rng.random() < 0.15:
        # Rankings that go around in a circle have many stable matchings.
        companies = [[(i + j) % n for j in range(n)] for i in range(n)]
        candidates = [[(i + j + 1) % n for j in range(n)] for i in range(n)]
        by = p.rng.randrange(n) if n else 0
        return (companies, candidates), ({p.module.Hire(i, (i + by) % n) for i in range(n)},)
    flip = p.rng.random() < 0.5
    proposing, answering = sides[::-1] if flip else sides
    free, next_choice, engaged = list(range(n)), [0] * n, {}
    while free:
        one = free.pop()
        other = proposing[one][next_choice[one]]
        next_choice[one] += 1
        if other in engaged and answering[other].index(engaged[other]) < answering[other].index(one):
            free.append(one)
            continue
        if other in engaged:
            free.append(engaged[other])
        engaged[other] = one
    pairs = [(other, one) if flip else (one, other) for other, one in engaged.items()]
    if p.rng.random() < 0.2:
        pairs = list(zip(range(n), p.rng.sample(range(n), n)))
    return (companies, candidates), ({p.module.Hire(*pair) for pair in pairs},)


def bfs_levels(p):
    names = p.pool[: p.rng.randint(1, len(p.pool))]
    steps = list(itertools.product(names, repeat=2))
    edges = p.rng.sample(steps, p.rng.randint(0, min(len(steps), p.bound["edges"])))
    start = p.rng.choice(names)
    seen, level, levels = set(), {start}, []
    while level:
        levels.append(level)
        seen |= level
        level = {b for a, b in edges if a in level} - seen
    return (edges, start), (levels,)


def brackets(p):
    def balanced(pairs):
        if pairs == 0:
            return []
        inside = p.rng.randrange(pairs)
        left, right = p.rng.choice(["()", "[]"])
        return [left, *balanced(inside), right, *balanced(pairs - 1 - inside)]

    text = balanced(p.rng.randint(0, p.bound["brackets"] // 2))
    waiting, matches, choice = [], set(), p.rng.random()
    for i, bracket in enumerate(text):
        if bracket in "([":
            waiting.append(i)
            continue
        fitting = [j for j in waiting if text[j] + bracket in ("()", "[]")]
        match = waiting[-1] if choice < 0.8 else waiting[0] if choice < 0.9 else p.rng.choice(fitting or waiting)
        waiting.remove(match)
        matches.add((match, i))
    return (text,), (matches,)


def change(p):
    coins = p.value(p.hints["coins"], "coins")
    amount = p.number("amount")
    best = [{}] + [None] * amount
    for part in range(1, amount + 1):
        for coin in sorted(coins):
            before = best[part - coin] if coin <= part else None
            if before is not None and (best[part] is None or sum(before.values()) + 1 < sum(best[part].values())):
                best[part] = {**before, coin: before.get(coin, 0) + 1}
    if best[amount] is not None and p.rng.random() < 0.2:
        greedy, rest = {}, amount
        for coin in sorted(coins, reverse=True):
            if rest >= coin:
                greedy[coin], rest = divmod(rest, coin)
        return (coins, amount), (greedy if not rest else None,)
    return (coins, amount), (best[amount],)


def coloring(p):
    names = p.pool[: p.rng.randint(2, len(p.pool))]
    steps = list(itertools.permutations(names, 2))
    borders = p.rng.sample(steps, p.rng.randint(0, min(len(steps), p.bound["borders"])))
    painted = {}
    for region in sorted({r for b in borders for r in b}):
        near = {painted.get(b if a == region else a) for a, b in borders if region in (a, b)}
        painted[region] = next(c for c in itertools.count() if c not in near)
    most = p.bound["colors"][-1]
    colors = p.rng.randint(min(most, max(painted.values(), default=0) + 1), most)
    return (borders, colors), (painted,)


def components(p):
    names = p.pool[: p.rng.randint(1, len(p.pool))]
    steps = list(itertools.product(names, repeat=2))
    roads = p.rng.sample(steps, p.rng.randint(0, min(len(steps), p.bound["roads"])))
    group = {city: frozenset({city}) for road in roads for city in road}
    joining = roads[1:] if p.rng.random() < 0.1 else roads
    for a, b in joining:
        both = group[a] | group[b]
        group.update(dict.fromkeys(both, both))
    if p.rng.random() < 0.1:
        one_pass = []
        for a, b in roads:
            part = next((part for part in one_pass if a in part or b in part), None)
            one_pass.append({a, b}) if part is None else part.update((a, b))
        return (roads,), ({frozenset(part) for part in one_pass},)
    return (roads,), (set(group.values()),)


def dedupe(p):
    items = p.value(p.hints["items"], "items")
    return (items,), (list(dict.fromkeys(items)),)


def heap(p):
    keys = [p.number("Key") for _ in range(p.rng.randint(1, p.bound["heap"]))]
    heapq.heapify(keys)
    left = keys[:]
    taken = heapq.heappop(left)
    if p.rng.random() < 0.3:
        left.sort()
    return (keys,), (taken, left)


def intervals(p):
    requests, most = set(), p.rng.choice([p.rng.randint(0, p.bound["requests"]), p.bound["requests"]])
    while len(requests) < most:
        request = p.value(p.module.Interval, "")
        requests |= {request} if request.start < request.end else set()
    choice = p.rng.random()
    if choice < 0.25:
        chosen, mixed = [], p.rng.sample(sorted(requests), len(requests))
        for request in mixed if choice < 0.1 else sorted(requests):
            if all(request.end <= other.start or other.end <= request.start for other in chosen):
                chosen.append(request)
        return (requests,), (chosen,)
    chosen, free = [], -1
    for request in sorted(requests, key=lambda r: (r.end, r.start)):
        if request.start >= free:
            chosen.append(request)
            free = request.end
    return (requests,), (p.rng.sample(chosen, len(chosen)),)


def latin_square(p):
    n = p.rng.randint(0, p.bound["clues"][0])
    rows, columns, digits = (p.rng.sample(range(n), n) for _ in range(3))
    grid = [[1 + digits[(row + column) % n] for column in columns] for row in rows]
    clues = [[digit if p.rng.random() < 0.4 else None for digit in row] for row in grid]
    return (clues,), (grid,)


def linked_list(p):
    cell = p.module.Cell
    cells = p.rng.sample(p.pool, p.rng.randint(0, p.bound["before"]))
    values = [p.number("Value") for _ in cells]
    before = dict(zip(cells, map(cell, values, [*cells[1:], None])))
    after = dict(zip(cells, map(cell, values, [None, *cells])))
    return (before, cells[0] if cells else None), (after, cells[-1] if cells else None)


def merge(p):
    left, right = (sorted(p.value(p.hints[side], side)) for side in ("left", "right"))
    return (left, right), (sorted(left + right),)


def partition(p):
    numbers, pivot = p.value(p.hints["numbers"], "numbers"), p.number("Number")
    mixed = p.rng.sample(numbers, len(numbers))
    split = p.module.Split([x for x in mixed if x < pivot], [x for x in mixed if x >= pivot])
    return (numbers, pivot), (split,)


def rle(p):
    letters = p.value(p.hints["letters"], "letters")
    runs = [p.module.Run(letter, len(list(run))) for letter, run in itertools.groupby(letters)]
    if p.rng.random() < 0.1:
        runs = [p.module.Run(letter, letters.count(letter)) for letter in dict.fromkeys(letters)]
    return (letters,), (runs,)


def shortest_path(p):
    names = p.pool[: p.rng.randint(1, len(p.pool))]
    steps = [step for step in itertools.product(names, repeat=2) if step[0] != step[1] or p.rng.random() < 0.2]
    most = min(len(steps), p.bound["roads"])
    ends = p.rng.sample(steps, p.rng.choice([p.rng.randint(0, most), most]))
    roads = [p.module.Road(a, b, p.number("Road_length")) for a, b in ends]
    start = p.rng.choice(names)
    goal = p.rng.choice([name for name in names if name != start or p.rng.random() < 0.2] or names)
    best, fewest = {start: (0, [start])}, p.rng.random() < 0.25
    for _ in names:
        for a, b, length in roads:
            length = 1 if fewest else length
            if a in best and (b not in best or best[a][0] + length < best[b][0]):
                best[b] = (best[a][0] + length, [*best[a][1], b])
    return (roads, start, goal), (best[goal][1] if goal in best else None,)


def spanning_tree(p):
    names = p.pool[: p.rng.randint(2, len(p.pool))]
    steps = list(itertools.combinations(names, 2))
    ends = p.rng.sample(steps, p.rng.randint(1, min(len(steps), p.bound["roads"])))
    roads = [p.module.Road(*p.rng.sample(end, 2), p.number("Road_cost")) for end in ends]
    choice, size = p.rng.random(), len({city for road in roads for city in road[:2]}) - 1
    if choice < 0.2:
        return (roads,), (p.rng.sample(roads, min(size, len(roads))),)
    if choice < 0.3:
        return (roads,), (sorted(roads, key=lambda road: road.cost)[:size],)
    if choice < 0.4:
        any_tree = p.module.cheapest_tree([road._replace(cost=0) for road in roads])
        return (roads,), ([road for road in roads if road._replace(cost=0) in any_tree],)
    return (roads,), (p.module.cheapest_tree(roads),)


def top_k(p):
    words = p.value(p.hints["words"], "words")
    k = p.number("k")
    mixed = p.rng.sample(sorted(set(words)), len(set(words)))
    return (words, k), (sorted(mixed, key=words.count, reverse=True)[:k],)


def two_sum(p):
    numbers, target = p.value(p.hints["numbers"], "numbers"), p.number("target")
    fitting = [(i, j) for i, j in itertools.permutations(range(len(numbers)), 2) if numbers[i] + numbers[j] == target]
    return (numbers, target), (p.rng.choice(fitting) if fitting else None,)


def bst(p):
    def insert(tree, key):
        place = 0
        while place < len(tree) and tree[place] is not None and tree[place] != key:
            place = 2 * place + (1 if key < tree[place] else 2)
        return [*tree, *[None] * (place + 1 - len(tree))][:place] + [key] + tree[place + 1 :]

    tree = []
    for _ in range(p.rng.randint(0, p.bound["tree"])):
        grown = insert(tree, p.number("Key"))
        tree = grown if len(grown) <= p.bound["tree"] else tree
    key = p.number("Key")
    return (tree, key), (insert(tree, key),)


SOLUTIONS = {name: function for name, function in globals().items() if callable(function)}
