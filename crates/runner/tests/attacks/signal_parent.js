// Asks whether it could end the grader. The signal is none.
// expect: raised Error
// succeeds-without-sandbox
function isValid(edges, order) {
  return process.kill(process.ppid, 0);
}
