// Loads another student's submission as if its language were JavaScript, by a rule of its own.
// expect: raised Error
const fs = require("fs");
const path = require("path");
require.extensions[".py"] = (module, file) => {
  module.exports = fs.readFileSync(file, "utf8");
};
exports.isValid = (edges, order) => require(path.resolve(__dirname, "../../sibling/solution.py")).includes("CANARY");
