// Waits and does nothing.
// expect: timed_out waiting
function isValid(edges, order) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  return true;
}
