def is_valid(kind, value)  # [here]
    return True
