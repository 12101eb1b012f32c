# Raises: joins the items, which need not be strings.
def text(node):
    parts = []
    while node is not None:
        parts.append(node.item)
        node = node.rest
    return ",".join(parts)


def is_valid(items, backward):
    return text(items).split(",") == text(backward).split(",")[::-1]
