// Changes its own text.
// expect: raised Error
// succeeds-without-sandbox
function isValid(edges, order) {
  require("fs").appendFileSync(__filename, "\n");
  return true;
}
