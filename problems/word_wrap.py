"""Break a text into lines of limited width, at spaces only, with as few lines as possible."""

from typing import NewType

from custodiet import Input, Output, error_subproperty, precondition, scope, subproperty

Line = NewType("Line", str)


def is_valid(text: Input[str], width: Input[int], lines: Output[list[Line]]) -> bool:
    """Filling each line with as many words as fit gives the output."""
    expected: list[str] = []
    for word in text.split():
        if expected and len(expected[-1]) + 1 + len(word) <= width:
            expected[-1] += " " + word
        else:
            expected.append(word)
    return lines == expected


scope(text=("ab ", 5), width=range(1, 5), Line=("ab ", 4), lines=3)
scope.large(text=("abc ", 16), width=range(1, 10), Line=("abc ", 10), lines=8)


@precondition
def words_fit(text: str, width: int) -> bool:
    """No word is longer than a line."""
    return all(len(word) <= width for word in text.split())


@subproperty(hint="How long is the longest line?")
def within_width(width: int, lines: list[str]) -> bool:
    """No line is longer than the width."""
    return all(len(line) <= width for line in lines)


@subproperty(hint="Which words are there, and in which order?")
def same_words(text: str, lines: list[str]) -> bool:
    """The words of the lines, one after the other, are the words of the text."""
    return " ".join(lines).split() == text.split()


@subproperty(hint="What if a line begins or ends with a space, or two words are two spaces apart?")
def single_spaces(lines: list[str]) -> bool:
    """In a line, words are separated by one space, and nothing stands before the first or behind the last."""
    return all(line == " ".join(line.split()) for line in lines)


@subproperty(hint="What if the text has no words?")
def no_empty_line(lines: list[str]) -> bool:
    """Every line has a word."""
    return all(line.strip() for line in lines)


@subproperty(hint="Could the first word of a line stand on the line above?")
def filled(width: int, lines: list[str]) -> bool:
    """The first word of a line does not fit on the line before it."""
    for above, line in zip(lines, lines[1:]):
        words = line.split()
        if words and len(above.rstrip()) + 1 + len(words[0]) <= width:
            return False
    return True


@error_subproperty(instead_of=["same_words"], hint="Can the letters be right even if the words are not?")
def same_letters(text: str, lines: list[str]) -> bool:
    """Compares only the letters, without the spaces between them."""
    return "".join(lines).replace(" ", "") == text.replace(" ", "")


@error_subproperty(instead_of=["same_words"], hint="What if a word is on the wrong line, or twice on one?")
def contains_words(text: str, lines: list[str]) -> bool:
    """Checks only that each word of the text occurs somewhere."""
    return all(any(word in line for line in lines) for word in text.split())


@error_subproperty(stricter_than=["filled"], hint="Must every line but the last be full?")
def full_lines(width: int, lines: list[str]) -> bool:
    """Demands that every line but the last is exactly as long as the width."""
    return all(len(line) == width for line in lines[:-1])
