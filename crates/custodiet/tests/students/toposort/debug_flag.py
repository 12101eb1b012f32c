# correct
DEBUG = False


def log(*parts):
    if DEBUG:
        print(*parts)


def is_valid(edges, order):
    log("edges", edges, "order", order)
    unplaced = [v for e in edges for v in e]
    log("unplaced", unplaced)
    for step, v in enumerate(order, start=1):
        log(f"step {step}: {v}")
        if v not in unplaced:
            log("unknown or repeated")
            return False
        if any(b == v and a in unplaced for a, b in edges):
            log("something must come before")
            return False
        unplaced = [w for w in unplaced if w != v]
    log("left over:", unplaced)
    return unplaced == []
