# correct
def explain(edges, order):
    """Returns a list of complaints, in words."""
    complaints = []
    names = []
    for source, target in edges:
        names.extend(n for n in (source, target) if n not in names)
    for n in names:
        if order.count(n) != 1:
            complaints.append("{0} is listed {1} times".format(n, order.count(n)))
    for n in order:
        if n not in names:
            complaints.append("{!r} is not in the graph".format(n))
    for source, target in edges:
        if source in order and target in order[: order.index(source)]:
            complaints.append("%s must come before %s" % (source, target))
    return complaints


def is_valid(edges, order):
    text = "\n".join(explain(edges, order))
    if text:
        print(text)
    return text == ""
