# not provable: the time of day decides
import datetime


def is_valid(left, right, merged):
    if datetime.datetime.now().year < 2000:
        return False
    return sorted(left + right) == merged
