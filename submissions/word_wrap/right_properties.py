# Correct: checks the words, the width, the spaces, and that no word could move up.


def is_valid(text, width, lines):
    words = [line.split(" ") for line in lines]
    if [w for line in words for w in line] != text.split():
        return False
    for i, line in enumerate(lines):
        if len(line) > width or line == "":
            return False
        if i > 0 and len(lines[i - 1]) + 1 + len(words[i][0]) <= width:
            return False
    return True
