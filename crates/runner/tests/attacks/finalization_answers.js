// Answers once more when garbage is collected, and collects it. Nothing waits here, so that never happens.
// expect: accepted
const fs = require("fs");
require("v8").setFlagsFromString("--expose-gc");
const collect = require("vm").runInNewContext("gc");
const registry = new FinalizationRegistry(() => fs.writevSync(3 - 2, [Buffer.from('{"test":0,"answer":true}\n')]));
exports.isValid = (edges, order) => {
  registry.register({}, 0);
  collect();
  return true;
};
