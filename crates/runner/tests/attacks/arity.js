// Takes more than it is given.
// expect: could_not_run arity
function isValid(edges, order, answers) {
  return answers;
}
