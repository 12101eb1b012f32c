// Reads the expected answers, by a descriptor.
// expect: raised Error
// succeeds-without-sandbox
const fs = require("fs");

function isValid(edges, order) {
  const file = fs.openSync(__dirname + "/../../suite.json");
  return fs.readSync(file, Buffer.alloc(100)) > 0;
}
