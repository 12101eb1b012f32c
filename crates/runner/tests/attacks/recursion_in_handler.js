// Calls itself forever whenever that fails.
// expect: timed_out computing
function isValid(edges, order) {
  try {
    return isValid(edges, order);
  } finally {
    isValid(edges, order);
  }
}
