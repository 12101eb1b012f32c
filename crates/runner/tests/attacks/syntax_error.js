// Is no program.
// expect: could_not_run syntax
function isValid(edges, order) {
