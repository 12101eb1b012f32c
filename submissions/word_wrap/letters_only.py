# Too lax: compares the text without its spaces.


def is_valid(text, width, lines):
    joined = "".join(lines).replace(" ", "")
    return joined == text.replace(" ", "") and max(map(len, lines), default=0) <= width
