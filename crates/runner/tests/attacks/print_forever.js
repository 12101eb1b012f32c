// Prints until it is killed.
// expect: timed_out
function isValid(edges, order) {
  const text = "x".repeat(1 << 16);
  for (;;) console.log(text);
}
