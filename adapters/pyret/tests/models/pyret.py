"""The parts of Pyret's library whose behavior differs from Python's."""


class Raised(Exception):
    """Pyret would raise here."""


def get(items, index):
    """`.get` raises on indices outside the list, and so do arrays."""
    if not 0 <= index < len(items):
        raise Raised
    return items[index]


def first(items):
    """`.first` of an empty list raises, and so does `.value` of `none`."""
    return get(items, 0)


def remove(items, item):
    """`.remove` takes out everything that is equal."""
    return [each for each in items if each != item]


def remove_once(items, item):
    """The list without the first such item, or None if there is none."""
    if item not in items:
        return None
    index = items.index(item)
    return items[:index] + items[index + 1 :]


def sort_by(items, less, same):
    """`sort-by` is a quicksort around the first item. It collects each part back to front, so it is not stable."""
    if not items:
        return []
    pivot = items[0]
    smaller, equal, greater = [], [], []
    for item in items:
        part = smaller if less(item, pivot) else equal if same(item, pivot) else greater
        part.insert(0, item)
    return sort_by(smaller, less, same) + equal + sort_by(greater, less, same)


def to_list(hires):
    """`.to-list()` of a list-set. The tests pass sets in order, and a list-set puts each new element in front."""
    return sorted(hires, key=lambda hire: (hire.company, hire.candidate), reverse=True)


def before(ranking, who):
    """Those who are ranked above someone; everybody if that one is not ranked."""
    return ranking[: ranking.index(who)] if who in ranking else list(ranking)


def place(ranking, who):
    """How far down the ranking someone is; the length of the ranking for those who are not ranked."""
    return len(before(ranking, who))
