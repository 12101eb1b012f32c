// Answers from another thread, where nothing is in its way, and once more by the harness.
// expect: accepted | crashed breach
// unstable: maybe
const { Worker } = require("worker_threads");

function isValid(edges, order) {
  const done = new Int32Array(new SharedArrayBuffer(4));
  const text = `
    const { workerData } = require("worker_threads");
    require("fs").writeSync(1, '{"test":0,"answer":true}\\n{"test":1,"answer":true}\\n{"test":2,"answer":true}\\n');
    Atomics.store(workerData, 0, 1);
    Atomics.notify(workerData, 0);`;
  new Worker(text, { eval: true, workerData: done });
  Atomics.wait(done, 0, 0);
  return true;
}
