# broken: exits when it is loaded
import sys


def is_valid(companies, candidates, hires):
    return len(hires) == len(companies)


if not hasattr(sys, "my_test_mode"):
    sys.exit("run with the test mode")
