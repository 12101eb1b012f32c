# Correct: wraps the text itself and compares.


def is_valid(text, width, lines):
    expected, current = [], ""
    for word in text.split():
        if not current:
            current = word
        elif len(f"{current} {word}") <= width:
            current = f"{current} {word}"
        else:
            expected.append(current)
            current = word
    if current:
        expected.append(current)
    return expected == lines
