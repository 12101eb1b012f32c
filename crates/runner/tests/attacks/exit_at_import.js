// Ends before it is loaded.
// expect: could_not_run crashed
process.reallyExit(0);

function isValid(edges, order) {
  return true;
}
