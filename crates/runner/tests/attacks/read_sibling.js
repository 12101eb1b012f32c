// Reads the submission of another student.
// expect: raised Error
// succeeds-without-sandbox
const world = __dirname + "/../..";

function isValid(edges, order) {
  return require("fs").readFileSync(world + "/sibling/solution.py", "utf8").includes("CANARY");
}
