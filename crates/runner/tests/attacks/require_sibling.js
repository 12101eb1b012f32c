// Loads the submission of another student, which happens to be JavaScript.
// expect: raised Error
// succeeds-without-sandbox
function isValid(edges, order) {
  require(__dirname + "/../../sibling/solution.py");
  return typeof CANARY === "string";
}
