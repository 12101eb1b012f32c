# faulty: rejects orders other than the reversed postorder of one search
def is_valid(edges, order):
    children = {}
    for u, v in edges:
        children.setdefault(u, []).append(v)
        children.setdefault(v, [])
    visited, stack = set(), []

    def dfs(v):
        visited.add(v)
        for w in children[v]:
            if w not in visited:
                dfs(w)
        stack.append(v)

    for v in children:
        if v not in visited:
            dfs(v)
    stack.reverse()
    return stack == order
