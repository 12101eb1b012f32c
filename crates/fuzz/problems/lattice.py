"""What follows from the concretizable buckets, by the definitions and by brute force.

A bucket is a bit mask of the subproperties that fail.
"""

import itertools


def subsets(mask):
    """All subsets of a mask, itself and the empty one included."""
    part = mask
    while True:
        yield part
        if part == 0:
            return
        part = (part - 1) & mask


def holds(buckets, hold, then):
    """Whether no bucket has all of `hold` holding and all of `then` failing."""
    return not any(bucket & hold == 0 and bucket & then == then for bucket in buckets)


def implications(count, buckets):
    """All minimal implications, as pairs of masks."""
    found = set()
    everything = (1 << count) - 1
    for size in range(count + 1):
        for chosen in itertools.combinations(range(count), size):
            named = sum(1 << i for i in chosen)
            for hold in subsets(named):
                then = named ^ hold
                if any(h & hold == h and t & then == t for h, t in found):
                    continue
                if holds(buckets, hold, then):
                    found.add((hold, then))
    assert all(h | t <= everything for h, t in found)
    return found


def is_basis(count, buckets, chosen):
    """Whether these implications exclude exactly the other buckets, and none can be left out."""
    excluded = set(range(1 << count)) - set(buckets)

    def excludes(some):
        return {b for b in range(1 << count) if any(b & h == 0 and b & t == t for h, t in some)}

    return excludes(chosen) == excluded and all(
        excludes([other for other in chosen if other != left_out]) != excluded for left_out in chosen
    )


def always_true(count, buckets):
    return [i for i in range(count) if not any(bucket >> i & 1 for bucket in buckets)]


def independent(count, buckets):
    return all(1 << i in buckets for i in range(count))


def redundant(count, buckets, required):
    """Required ones that fail, but only where another required one fails."""
    return [
        i
        for i in range(count)
        if required >> i & 1
        and any(bucket >> i & 1 for bucket in buckets)
        and not any(bucket & required == 1 << i for bucket in buckets)
    ]


def can_be_left_out(buckets, required, dropped):
    """Whether correctness stays the same without these."""
    return all(bucket & required == 0 or bucket & required & ~dropped for bucket in buckets)


def companions(buckets, i):
    """The minimal sets of others that fail together with `i`."""
    others = {bucket & ~(1 << i) for bucket in buckets if bucket >> i & 1}
    return {a for a in others if not any(b != a and b & a == b for b in others)}


def never_alone(count, buckets, required):
    return {
        i: companions(buckets, i)
        for i in range(count)
        if required >> i & 1 and 1 << i not in buckets and any(bucket >> i & 1 for bucket in buckets)
    }


def focused_on(buckets, bucket):
    """The members of a bucket that fail in no bucket with fewer others."""
    return [
        i
        for i in range(bucket.bit_length())
        if bucket >> i & 1 and not any(b != bucket and b >> i & 1 and b & bucket == b for b in buckets)
    ]
