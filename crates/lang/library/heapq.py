"""The functions of `heapq` on lists, comparison by comparison as in CPython."""


def _check(heap):
    # CPython raises `TypeError` for anything but a list.
    return heap[:0] + []


def heappush(heap, item, /):
    _check(heap)
    heap.append(item)
    _rise(heap, 0, len(heap) - 1)


def heappop(heap, /):
    _check(heap)
    last = heap.pop()
    if heap:
        least = heap[0]
        heap[0] = last
        _sink(heap, 0)
        return least
    return last


def heapreplace(heap, item, /):
    _check(heap)
    least = heap[0]
    heap[0] = item
    _sink(heap, 0)
    return least


def heappushpop(heap, item, /):
    _check(heap)
    if heap and heap[0] < item:
        item, heap[0] = heap[0], item
        _sink(heap, 0)
    return item


def heapify(heap, /):
    _check(heap)
    for i in range(len(heap) // 2 - 1, -1, -1):
        _sink(heap, i)


def _rise(heap, start, position):
    item = heap[position]
    while position > start:
        parent = (position - 1) // 2
        if not item < heap[parent]:
            break
        heap[position] = heap[parent]
        position = parent
    heap[position] = item


def _sink(heap, start):
    # Down to a leaf along the smaller children, then up again: fewer comparisons than stopping on the way.
    end = len(heap)
    position = start
    item = heap[start]
    child = 2 * position + 1
    while child < end:
        right = child + 1
        if right < end and not heap[child] < heap[right]:
            child = right
        heap[position] = heap[child]
        position = child
        child = 2 * position + 1
    heap[position] = item
    _rise(heap, start, position)


def nsmallest(n, iterable, key=None):
    if n < 1:
        iter(iterable)
        return []
    return sorted(list(iterable), key=key)[:n]


def nlargest(n, iterable, key=None):
    if n < 1:
        iter(iterable)
        return []
    return sorted(list(iterable), key=key, reverse=True)[:n]


def merge(*iterables, key=None, reverse=False):
    if all([isinstance(items, (tuple, str, range)) for items in iterables]):
        # Their items are known from the start.
        return _merge_known([list(items) for items in iterables], key, reverse)
    return _merge(iterables, key, reverse)


def _merge_known(rows, key, reverse):
    heads = [0 for _ in rows]
    while True:
        best, least = None, None
        for i, row in enumerate(rows):
            if heads[i] < len(row):
                item = row[heads[i]]
                rank = item if key is None else key(item)
                if best is None or (least < rank if reverse else rank < least):
                    best, least = i, rank
        if best is None:
            return
        yield rows[best][heads[best]]
        heads[best] += 1


def _merge(iterables, key, reverse):
    # Of each iterable one item is known, with its rank.
    iterators, heads, ranks = [], [], []
    for items in iterables:
        items = iter(items)
        for item in items:
            iterators.append(items)
            heads.append(item)
            ranks.append(item if key is None else key(item))
            break
    while iterators:
        best = 0
        for i in range(1, len(iterators)):
            if ranks[best] < ranks[i] if reverse else ranks[i] < ranks[best]:
                best = i
        yield heads[best]
        for item in iterators[best]:
            heads[best] = item
            ranks[best] = item if key is None else key(item)
            break
        else:
            del iterators[best], heads[best], ranks[best]
