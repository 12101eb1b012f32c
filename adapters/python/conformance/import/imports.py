import nowhere_to_be_found  # [here]


def is_valid(kind, value):
    return nowhere_to_be_found.check(value)
