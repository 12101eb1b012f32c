# faulty: raises TypeError or IndexError unless the vertices are letters a to h; accepts extra vertices
def is_valid(edges, order):
    place = [-1] * 8
    for i, v in enumerate(order):
        place[ord(v) - ord("a")] = i
    for u, v in edges:
        if place[ord(u) - 97] == -1 or place[ord(v) - 97] == -1:
            return False
        if place[ord(u) - 97] > place[ord(v) - 97]:
            return False
    return len(order) == 8 - place.count(-1)
