"""Only checks the order, and rejects an empty output even if the input is empty too."""


def is_valid(inp, out):
    if out:
        ages = [p.age for p in out]
        return ages == sorted(ages)
    return False
