# correct
class Node:
    __slots__ = ("name", "children", "remaining", "next")

    def __init__(self, name):
        self.name = name
        self.children = []
        self.remaining = 0
        self.next = None


class NodeTable:
    def __init__(self):
        self.head = None
        self.size = 0

    def find(self, name):
        node = self.head
        while node is not None and node.name != name:
            node = node.next
        return node

    def get(self, name):
        node = self.find(name)
        if node is None:
            node = Node(name)
            node.next = self.head
            self.head = node
            self.size += 1
        return node


def is_valid(edges, order):
    table = NodeTable()
    for u, v in edges:
        parent, child = table.get(u), table.get(v)
        parent.children.append(child)
        child.remaining += 1
    for name in order:
        node = table.find(name)
        if node is None or node.remaining != 0:
            return False
        node.remaining = -1     # used up
        for child in node.children:
            child.remaining -= 1
        table.size -= 1
    return table.size == 0
