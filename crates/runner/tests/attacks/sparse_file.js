// Makes a file of many terabytes that takes no space.
// expect: crashed signal 25 | raised Error
// expect-reduced: raised Error
const fs = require("fs");
exports.isValid = (edges, order) => {
  fs.ftruncateSync(fs.openSync("file", "w"), 2 ** 44);
  return true;
};
