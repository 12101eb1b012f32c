// Gives itself a larger heap while it runs, and fills that.
// expect: out_of_memory | timed_out computing
// seconds: 3
require("v8").setFlagsFromString("--max-old-space-size=100000");
exports.isValid = (edges, order) => {
  const held = [];
  for (;;) held.push(new Array(100_000).fill(held.length));
};
