// Ends itself as the grader would.
// expect: crashed signal 9
function isValid(edges, order) {
  process.kill(process.pid, "SIGKILL");
  for (;;);
}
