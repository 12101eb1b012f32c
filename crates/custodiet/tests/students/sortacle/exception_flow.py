# correct
class NotSorted(ValueError):
    pass


class NotSame(LookupError):
    pass


def cross_off(pool, person):
    try:
        pool.remove(person)
    except ValueError as e:
        raise NotSame(f"{person.name} is not in the input") from e


def is_valid(people_in, people_out):
    pool = [*people_in]
    try:
        last = None
        for person in people_out:
            cross_off(pool, person)
            if last is not None and last.age > person.age:
                raise NotSorted
            last = person
        if pool:
            raise NotSame(len(pool))
    except (NotSorted, NotSame):
        return False
    else:
        return True
    finally:
        del pool[:]
