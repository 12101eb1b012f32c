# The bodies of predicates: does `y` equal the least of `xs`? A line with a name begins each. Sets are made by `set` only.
# --- the least of a list of the set
return min(list(set(xs))) == y
# --- sorted
return sorted(set(xs))[0] == y
# --- the first element
return next(iter(set(xs))) == y
# --- the first element by index
return list(set(xs))[0] == y
# --- the last element
return list(set(xs))[-1] == y
# --- the only element, or the least
s = set(xs)
return (list(s)[0] if len(s) == 1 else min(s)) == y
# --- popped
s = set(xs)
return s.pop() == y
# --- popped until the least is left
s = set(xs)
while len(s) > 1:
    s.remove(max(s))
return s.pop() == y
# --- the rest after a pop
s = set(xs)
x = s.pop()
return all(x <= z for z in s) and x == y
# --- all are popped
s = set(xs)
least = s.pop()
while s:
    least = min(least, s.pop())
return least == y
# --- the order of the pops
s = set(xs)
found = []
while s:
    found.append(s.pop())
return found[0] == y
# --- a loop that keeps the least
least = None
for x in set(xs):
    if least is None or x < least:
        least = x
return least == y
# --- a loop that keeps the last
for x in set(xs):
    last = x
return last == y
# --- a loop that stops at the first
for x in set(xs):
    return x == y
# --- a loop that stops at a witness
for x in set(xs):
    if x < y:
        return False
return y in xs
# --- a loop that counts before it stops
rounds = 0
for x in set(xs):
    rounds += 1
    if x == y:
        break
return rounds == 1
# --- a loop that counts all
rounds = 0
for x in set(xs):
    rounds += 1
return rounds == len(set(xs)) and min(xs) == y
# --- a sum
return sum(set(xs)) == sum(xs) and min(xs) == y
# --- a product of differences
total = 0
for x in set(xs):
    total = total * 3 + x
return total % 3 == y
# --- two loops over one set
s = set(xs)
return list(s) == list(s) and min(xs) == y
# --- two sets of the same elements
return list(set(xs)) == list(set(xs)) and min(xs) == y
# --- two sets, and only their first elements
return next(iter(set(xs))) == next(iter(set(xs))) and min(xs) == y
# --- a set made in another order
return list(set(xs)) == list(set(xs[::-1])) and min(xs) == y
# --- equal as sets
return set(xs) == set(xs[::-1]) and min(xs) == y
# --- a copy
s = set(xs)
return list(s) == list(s.copy()) and min(xs) == y
# --- changed between two loops
s = set(xs)
before = list(s)
s.add(9)
s.discard(9)
return before == list(s) and min(xs) == y
# --- in step with itself
s = set(xs)
return all(a == b for a, b in zip(s, s)) and min(xs) == y
# --- in step with a sorted list
s = set(xs)
return all(a == b for a, b in zip(s, sorted(s))) and min(xs) == y
# --- numbered
return any(i == 0 and x == y for i, x in enumerate(set(xs)))
# --- numbered, but the numbers do not matter
return all(x >= y for i, x in enumerate(set(xs))) and y in xs
# --- unpacked
first, *rest = set(xs)
return first == y
# --- unpacked and sorted
first, *rest = sorted(set(xs))
return first == y
# --- filtered
return [x for x in set(xs) if all(x <= z for z in xs)] == [y]
# --- filtered, with two left
return [x for x in set(xs) if x != max(xs)][:1] in ([y], []) and min(xs) == y
# --- the least by a key that ties
return min(set(xs), key=lambda x: 0) == y
# --- the least by a key that does not tie
return min(set(xs), key=lambda x: 2 * x) == y
# --- sorted by a key that ties
return sorted(set(xs), key=lambda x: 0)[0] == y
# --- a difference
return next(iter(set(xs) - set([y])), None) is None or min(xs) == y
# --- the first of a difference
return next(iter(set(xs) - set([y])), 9) >= y and y in xs
# --- text
return ''.join(str(x) for x in set(xs))[0] == str(y)
# --- text of a sorted set
return ''.join(str(x) for x in sorted(set(xs)))[0] == str(y)
# --- a dict made from a set
d = {x: i for i, x in enumerate(set(xs))}
return d.get(y) == 0
# --- a dict whose values do not matter
d = {x: i for i, x in enumerate(set(xs))}
return y in d and all(y <= x for x in d)
# --- an exception in some orders
s = list(set(xs))
return 1 // (1 + s[0] - min(xs)) == 1 and min(xs) == y
# --- a truth in all orders but one
s = list(set(xs))
return s != [2, 1, 0] and min(xs) == y
# --- wrong in every order
return next(iter(set(xs))) is None
# --- wrong, but not because of the order
return max(set(xs)) == y
