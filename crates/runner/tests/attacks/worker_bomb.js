// Starts as many threads as it can.
// expect: crashed threads | out_of_memory | crashed signal | raised | timed_out computing
// unstable: maybe
const { Worker } = require("worker_threads");

function isValid(edges, order) {
  for (let i = 0; i < 1000; i++) new Worker("setTimeout(() => {}, 30000)", { eval: true });
  return true;
}
