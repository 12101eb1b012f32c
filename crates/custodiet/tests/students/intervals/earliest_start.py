# faulty: rejects larger choices; accepts smaller ones, takes the earliest start first
def is_valid(requests, chosen):
    picked = []
    for r in sorted(requests, key=lambda r: (r.start, r.end)):
        if all(r.end <= p.start or p.end <= r.start for p in picked):
            picked.append(r)
    ordered = sorted(chosen)
    fine = all(a.end <= b.start for a, b in zip(ordered, ordered[1:])) and all(c in requests for c in chosen)
    return fine and len(chosen) == len(picked)
