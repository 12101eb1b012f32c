// Waits for a signal that nobody sends, in shared memory.
// expect: timed_out waiting
exports.isValid = (edges, order) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0) === "ok";
