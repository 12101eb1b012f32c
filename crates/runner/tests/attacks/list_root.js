// Looks around on the disk.
// expect: raised Error
// expect-reduced: accepted
// succeeds-without-sandbox
const fs = require("fs");
exports.isValid = (edges, order) => {
  const folder = fs.opendirSync("/");
  const found = folder.readSync() !== null;
  folder.closeSync();
  return found;
};
