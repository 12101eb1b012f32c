// Tries a text in exponentially many ways.
// expect: timed_out computing
function isValid(edges, order) {
  return /^(a+)+$/.test("a".repeat(40) + "b");
}
