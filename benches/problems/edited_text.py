"""Strip a text, replace every a by b, and write it in capitals."""

from custodiet import Input, Output, error_subproperty, scope, subproperty


def is_valid(text: Input[str], result: Output[str]) -> bool:
    return result == text.strip().replace("a", "b").upper()


scope(text=("abc ", 10), result=("ABC ", 10))


@subproperty(hint="What if an A is left?")
def no_a(result):
    """The result has no A."""
    return "A" not in result


@subproperty(hint="What if the result begins with a space?")
def stripped(result):
    """The result neither begins nor ends with a space."""
    return result == result.strip()


@subproperty(hint="What if a letter is missing?")
def same_letters(text, result):
    """Apart from spaces, the result has the letters of the text, in order."""
    return result.replace(" ", "") == text.replace("a", "b").upper().replace(" ", "")


@subproperty(hint="What if two words become one?")
def same_inside(text, result):
    """Apart from a and b, and from spaces at the ends, the result is the text in capitals."""
    return text.strip().upper().replace("A", "B") == result.strip().replace("A", "B")


@error_subproperty(instead_of=["same_inside"])
def same_number_of_words(text, result):
    """Compares only how many words there are."""
    return len(text.split()) == len(result.split())
