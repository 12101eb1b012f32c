// Puts a file among the results.
// expect: raised Error
// succeeds-without-sandbox
function isValid(edges, order) {
  require("fs").writeFileSync(__dirname + "/../../results/mine.json", "{}");
  return true;
}
