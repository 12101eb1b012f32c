# Too strict: wants every line but the last to be exactly as long as the width.


def is_valid(text, width, lines):
    for line in lines[:-1]:
        if len(line) != width:
            return False
    return " ".join(lines) == " ".join(text.split()) and all(0 < len(line) <= width for line in lines)
