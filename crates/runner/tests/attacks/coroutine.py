# Promises to answer later.
# expect: not_a_boolean coroutine
async def is_valid(edges, order):
    return True
