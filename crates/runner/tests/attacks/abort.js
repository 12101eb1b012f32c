// Ends with a core dump, if it may.
// expect: crashed signal 6
function isValid(edges, order) {
  process.abort();
}
