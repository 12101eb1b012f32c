// Leaves a file in /tmp for other submissions.
// expect: raised Error
// succeeds-without-sandbox
const fs = require("fs");

const PATH = "/tmp/custodiet-escape-" + __filename.split("/").at(-4);

function isValid(edges, order) {
  fs.writeFileSync(PATH, "answers");
  fs.rmSync(PATH);
  return true;
}
