def is_valid(kind, value):
    if kind == "fine":
        return True
    raise ValueError(value)  # [here]
