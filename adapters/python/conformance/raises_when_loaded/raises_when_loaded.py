def is_valid(kind, value):
    return value in KNOWN


KNOWN = {}["known"]  # [here]
