// Looks around on the disk.
// expect: raised Error
// expect-reduced: accepted
// expect-namespaces: raised Error | rejected
// succeeds-without-sandbox
const fs = require("fs");
exports.isValid = (edges, order) => {
  const folder = fs.opendirSync("/");
  let [entry, found] = [folder.readSync(), false];
  for (; entry !== null; entry = folder.readSync()) found ||= entry.name === "var";
  folder.closeSync();
  return found;
};
