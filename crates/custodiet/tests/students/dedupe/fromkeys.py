# correct
from collections import OrderedDict

is_valid = lambda items, kept: list(OrderedDict.fromkeys(items)) == kept
