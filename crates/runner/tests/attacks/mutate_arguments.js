// Changes its arguments, and what all lists have in common. Each call gets fresh ones.
// expect: accepted, accepted
function isValid(edges, order) {
  if (edges.seen || Object.isFrozen(order)) return false;
  edges.seen = true;
  edges.length = 0;
  Object.freeze(order);
  return true;
}
