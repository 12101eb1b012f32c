# correct
# CS 18 homework, toposort oracle

def is_valid(edges, order):
    # step 1: collect all the vertices
    all_vertices = []
    for e in edges:
        if e[0] not in all_vertices:
            all_vertices.append(e[0])
        if e[1] not in all_vertices:
            all_vertices.append(e[1])

    # step 2: same vertices?
    same = True
    for v in all_vertices:
        found = False
        for w in order:
            if v == w:
                found = True
        if not found:
            same = False
    for w in order:
        found = False
        for v in all_vertices:
            if v == w:
                found = True
        if not found:
            same = False
    if same == False:
        return False

    # step 3: no vertex twice
    for i in range(len(order)):
        for j in range(len(order)):
            if i != j and order[i] == order[j]:
                return False

    # step 4: check every edge
    for e in edges:
        before = -1
        after = -1
        for i in range(len(order)):
            if order[i] == e[0]:
                before = i
            if order[i] == e[1]:
                after = i
        if before > after:
            return False
    return True
