# faulty: accepts the right number of wrong components
def is_valid(roads, components):
    cities = {c for r in roads for c in r}
    seen = set()
    number = 0
    for c in cities:
        if c in seen:
            continue
        number += 1
        todo = [c]
        while todo:
            x = todo.pop()
            seen.add(x)
            for a, b in roads:
                if a == x and b not in seen:
                    todo.append(b)
                if b == x and a not in seen:
                    todo.append(a)
    return number == len(components)
