// Reads another student's submission through a link of its own.
// expect: raised Error
// succeeds-without-sandbox
const fs = require("fs");

function isValid(edges, order) {
  fs.rmSync("mine", { force: true });
  fs.symlinkSync(__dirname + "/../../sibling/solution.py", "mine");
  return fs.readFileSync("mine", "utf8").includes("CANARY");
}
