// Watches what others write.
// expect: raised Error
// succeeds-without-sandbox
const fs = require("fs");
const path = require("path");
exports.isValid = (edges, order) => {
  fs.watch(path.resolve(__dirname, "..")).close();
  return true;
};
