// Calls itself without end.
// expect: raised RangeError
function isValid(edges, order) {
  return isValid(edges, order);
}
