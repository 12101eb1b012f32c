// Ends in the middle of a test, as if all were well.
// expect: crashed exit 0
function isValid(edges, order) {
  process.exit(0);
}
