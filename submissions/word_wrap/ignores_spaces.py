# Too lax: compares the words only, and never looks at the spaces.


def is_valid(text, width, lines):
    if any(len(line) > width for line in lines):
        return False
    words = []
    for line in lines:
        words.extend(line.split())
    return words == text.split()
