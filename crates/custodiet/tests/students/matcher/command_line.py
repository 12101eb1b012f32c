# not provable: depends on the command line
import sys

VERBOSE = "-v" in sys.argv
STRICT = len(sys.argv) < 2


def is_valid(companies, candidates, hires):
    n = len(companies)
    if STRICT and len(hires) != n:
        return False
    for h in hires:
        if VERBOSE:
            print(h)
        if h.company >= n or h.candidate >= n:
            return False
    return len({h.company for h in hires}) == len({h.candidate for h in hires}) == n
