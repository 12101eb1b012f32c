// Removes the submission of another student.
// expect: raised Error
function isValid(edges, order) {
  require("fs").rmSync(__dirname + "/../../sibling", { recursive: true });
  return true;
}
