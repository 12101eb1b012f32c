# faulty: accepts duplicates and missing vertices that keep the count
def is_valid(edges, order):
    good = 0
    for i in range(len(order)):
        for j in range(i + 1, len(order)):
            if (order[i], order[j]) in edges:
                good += 1
    vs = {v for e in edges for v in e}
    return good == len(edges) and len(order) == len(vs)
