// Throws an exception with a very long message.
// expect: raised Error | timed_out computing
// unstable: maybe
function isValid(edges, order) {
  throw new Error("x".repeat(10 << 20));
}
