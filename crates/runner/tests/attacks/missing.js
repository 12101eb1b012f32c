// Defines something else.
// expect: could_not_run missing
function isAlwaysValid(edges, order) {
  return true;
}
