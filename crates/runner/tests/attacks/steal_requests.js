// Reads the requests itself, by a function that the harness did not think of, to the end that never comes.
// expect: timed_out waiting
const fs = require("fs");
exports.isValid = (edges, order) => {
  const buffer = Buffer.alloc(1000);
  while (fs.readvSync(0, [buffer]) > 0);
  return true;
};
