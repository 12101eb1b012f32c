# Prints without ending a line, while it is loaded and in each test.
# expect: accepted
# prints: loaded, with a warning; tested, with a warning;
import sys

sys.stdout.write("loaded, ")
sys.stderr.write("with a warning; ")


def is_valid(edges, order):
    print("tested, ", end="")
    sys.stderr.write("with a warning; ")
    return True
