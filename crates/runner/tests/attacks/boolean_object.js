// Answers with an object that holds a truth value.
// expect: not_a_boolean Boolean
function isValid(edges, order) {
  return new Boolean(true);
}
