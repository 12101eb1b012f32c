// Is not a program.
// expect: could_not_run syntax
function isValid(edges, order) {
