# Raises: takes the last line of an empty list.


def is_valid(text, width, lines):
    if len(lines[-1]) > width:
        return False
    return " ".join(lines) == " ".join(text.split())
