# correct
class Solution:
    def isValid(self, edges: list[tuple[int, int]], order: list[int]) -> bool:
        seen = set()
        need = {}
        for a, b in edges:
            need.setdefault(a, set())
            need.setdefault(b, set()).add(a)
        for x in order:
            if x in seen or x not in need:
                return False
            if not need[x] <= seen:
                return False
            seen.add(x)
        return len(seen) == len(need)


def is_valid(edges, order):
    s = Solution()
    return s.isValid(edges, order)
