// Computes in another thread, and waits.
// expect: timed_out computing
const { Worker } = require("worker_threads");

function isValid(edges, order) {
  new Worker("for (;;);", { eval: true });
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  return true;
}
