# Too lax: forgets that lines must be filled.


def is_valid(text, width, lines):
    for line in lines:
        if len(line) > width or line.strip() != line or "  " in line or not line:
            return False
    return " ".join(lines).split() == text.split()
