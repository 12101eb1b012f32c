// Right: takes vertices away one by one, as Kahn's algorithm does.
function isValid(edges, order) {
  const waiting = new Map();
  for (const [, after] of edges) waiting.set(after, (waiting.get(after) ?? 0) + 1);
  const left = new Set(edges.flat());
  for (const vertex of order) {
    if (!left.has(vertex) || waiting.get(vertex) > 0) return false;
    left.delete(vertex);
    for (const [before, after] of edges) {
      if (before === vertex) waiting.set(after, waiting.get(after) - 1);
    }
  }
  return left.size === 0;
}

console.assert(isValid([["a", "b"]], ["a", "b"]));
console.assert(!isValid([["a", "b"]], ["b", "a"]));
