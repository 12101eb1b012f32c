// Is not text.
// expect: could_not_run syntax
function isValid(edges, order) {
  return ÿþ
}
