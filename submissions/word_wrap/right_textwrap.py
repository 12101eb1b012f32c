# Correct: normalizes the spaces and lets the standard library wrap.
import textwrap


def is_valid(text, width, lines):
    normal = " ".join(text.split())
    return lines == textwrap.wrap(normal, width=width)
