// Throws nothing.
// expect: raised undefined
function isValid(edges, order) {
  throw undefined;
}
