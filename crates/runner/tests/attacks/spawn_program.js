// Starts a program and waits for it.
// expect: raised Error
// succeeds-without-sandbox
function isValid(edges, order) {
  require("child_process").execFileSync("/bin/true");
  return true;
}
