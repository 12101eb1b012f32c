# correct
def visit(city, roads, found):
    found.add(city)
    for a, b in roads:
        if a == city and b not in found:
            visit(b, roads, found)
        if b == city and a not in found:
            visit(a, roads, found)
    return found


def is_valid(roads, components):
    cities = set()
    for road in roads:
        cities |= set(road)
    covered = set()
    for component in components:
        if not component or not component <= cities or component & covered:
            return False
        some_city = next(iter(component))
        if visit(some_city, roads, set()) != component:
            return False
        covered |= component
    return covered == cities
