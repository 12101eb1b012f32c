// Has Node write a report about the process among the results of others.
// expect: rejected
const fs = require("fs");
const path = require("path");
const WORLD = path.resolve(__dirname, "../..");
exports.isValid = (edges, order) => {
  process.report.directory = WORLD + "/results";
  process.report.filename = "mine.json";
  process.report.writeReport();
  return fs.existsSync(WORLD + "/results/mine.json");
};
