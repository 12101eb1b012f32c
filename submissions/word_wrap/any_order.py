# Too lax: looks for each word somewhere, and for each line in the text; order and number do not matter.
def is_valid(text, width, lines):
    wanted = set(text.split())
    given = set()
    for line in lines:
        if not line.strip() or len(line) > width:
            return False
        given.update(line.split(" "))
    return given == wanted
