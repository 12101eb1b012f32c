// Copies another student's submission into its own folder.
// expect: raised Error
// succeeds-without-sandbox
const fs = require("fs");

function isValid(edges, order) {
  fs.copyFileSync(__dirname + "/../../sibling/solution.py", "mine");
  return fs.readFileSync("mine", "utf8").includes("CANARY");
}
