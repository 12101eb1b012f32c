// Calls itself forever.
// expect: raised RangeError
function isValid(edges, order) {
  return isValid(edges, order);
}
