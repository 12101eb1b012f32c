"""The functions of `itertools` that are not built in. Each is a generator, and takes from its source what CPython takes.

`StandsFor` in `crates/eval/src/code.rs` says which of them go on after an exception; in circuits that is refused.
"""


def takewhile(predicate, iterable, /):
    return _takewhile(predicate, iter(iterable))


def _takewhile(predicate, items):
    for item in items:
        if not predicate(item):
            break
        yield item


def dropwhile(predicate, iterable, /):
    return _dropwhile(predicate, iter(iterable))


def _dropwhile(predicate, items):
    for item in items:
        if not predicate(item):
            yield item
            break
    yield from items


def filterfalse(predicate, iterable, /):
    return _filterfalse(predicate, iter(iterable))


def _filterfalse(predicate, items):
    for item in items:
        if not (item if predicate is None else predicate(item)):
            yield item


def starmap(function, iterable, /):
    return _starmap(function, iter(iterable))


def _starmap(function, items):
    for arguments in items:
        yield function(*arguments)


def compress(data, selectors):
    return _compress(iter(data), iter(selectors))


def _compress(data, selectors):
    for item, selected in zip(data, selectors):
        if selected:
            yield item


def combinations_with_replacement(iterable, r):
    pool = tuple(iterable)
    if r < 0:
        raise ValueError("r must be non-negative")
    return _combinations_with_replacement(pool, r)


def _combinations_with_replacement(pool, r):
    if r == 0:
        yield ()
        return
    for first in range(len(pool)):
        for rest in _combinations_with_replacement(pool[first:], r - 1):
            yield (pool[first], *rest)


# No value of a file is this one.
_missing = object()


def islice(iterable, start, stop=_missing, step=None, /):
    if stop is _missing:
        start, stop = None, start
    for bound in (start, stop):
        if bound is not None and not _is_count(bound):
            raise ValueError("Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize.")
    if step is not None and not (_is_count(step) and step):
        raise ValueError("Step for islice() must be a positive integer or None.")
    return _islice(iter(iterable), 0 if start is None else start, stop, 1 if step is None else step)


def _is_count(bound):
    try:
        return 0 <= bound << 0
    except TypeError:
        return False


def _islice(items, start, stop, step):
    if stop is None:
        position = 0
        for item in items:
            if position >= start and (position - start) % step == 0:
                yield item
            position += 1
        return
    for position in range(stop):
        for item in items:
            if position >= start and (position - start) % step == 0:
                yield item
            break
        else:
            return


def zip_longest(*iterables, fillvalue=None):
    if all([isinstance(items, (tuple, str, range)) for items in iterables]):
        # Their items are known from the start.
        return _zip_longest_known([list(items) for items in iterables], fillvalue)
    return _zip_longest([iter(items) for items in iterables], fillvalue)


def _zip_longest(iterators, fillvalue):
    waiting = [True for _ in iterators]
    left = len(iterators)
    while left:
        row = []
        for i, items in enumerate(iterators):
            if waiting[i]:
                for item in items:
                    row.append(item)
                    break
                else:
                    waiting[i] = False
                    left -= 1
                    if not left:
                        return
            if not waiting[i]:
                row.append(fillvalue)
        yield tuple(row)


def _zip_longest_known(rows, fillvalue):
    longest = max((len(row) for row in rows), default=0)
    for i in range(longest):
        yield tuple([row[i] if i < len(row) else fillvalue for row in rows])


def repeat(object, times=None):
    if times is None:
        return _forever(object)
    return _repeat(object, times << 0)


def _repeat(object, times):
    for _ in range(times):
        yield object


def _forever(object):
    while True:
        yield object


def count(start=0, step=1):
    if not isinstance(start, (int, float)) or not isinstance(step, (int, float)):
        raise TypeError("a number is required")
    return _count(start, step)


def _count(start, step):
    while True:
        yield start
        start += step


def cycle(iterable, /):
    return _cycle(iter(iterable))


def _cycle(items):
    seen = []
    for item in items:
        yield item
        seen.append(item)
    while seen:
        for item in seen:
            yield item


def tee(iterable, n=2, /):
    copies = range(n)
    if n < 0:
        raise ValueError("n must be >= 0")
    if not copies:
        return ()
    if isinstance(iterable, (tuple, str, range)):
        # What cannot change may be read as often as there are copies.
        return tuple([iter(iterable) for _ in copies])
    items = iter(iterable)
    seen = []
    return tuple([_tee(items, seen) for _ in copies])


def _tee(items, seen):
    position = 0
    while True:
        if position == len(seen):
            for item in items:
                seen.append(item)
                break
            else:
                return
        yield seen[position]
        position += 1
