// Never answers.
// expect: timed_out computing
function isValid(edges, order) {
  for (;;);
}
