// Starts a thread whose heap may be larger than that of the process, and fills it.
// expect: out_of_memory | timed_out | crashed | raised
// unstable: maybe
const { Worker } = require("worker_threads");
exports.isValid = (edges, order) => {
  const code = "const held = []; for (;;) held.push(new Array(100000).fill(held.length));";
  new Worker(code, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 100_000 } });
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
};
