# Correct: pushes the items onto a stack and takes them off again.
class Stack:
    def __init__(self):
        self._items = []

    def push(self, item):
        self._items.append(item)

    def pop(self):
        if not self._items:
            raise IndexError("the stack is empty")
        return self._items.pop()

    def __bool__(self):
        return bool(self._items)


def is_valid(items, backward):
    stack = Stack()
    while items is not None:
        stack.push(items.item)
        items = items.rest
    try:
        while backward is not None:
            if stack.pop() != backward.item:
                return False
            backward = backward.rest
    except IndexError:
        return False
    return not stack
