// Answers later.
// expect: not_a_boolean Promise
async function isValid(edges, order) {
  return true;
}
