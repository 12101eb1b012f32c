// Changes the worker for those who come after it.
// expect: raised Error
// succeeds-without-sandbox
function isValid(edges, order) {
  require("fs").appendFileSync(require.main.filename, "\n");
  return true;
}
