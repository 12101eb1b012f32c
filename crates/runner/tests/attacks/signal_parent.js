// Asks whether it could end the grader. It sends signal 0.
// expect: raised Error
// succeeds-without-sandbox
function isValid(edges, order) {
  return process.kill(process.ppid, 0);
}
