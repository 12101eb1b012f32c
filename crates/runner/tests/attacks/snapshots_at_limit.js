// Has all its memory written to disk whenever that is nearly full.
// expect: out_of_memory | timed_out computing | crashed disk | crashed signal
// unstable: maybe
require("v8").setHeapSnapshotNearHeapLimit(50);
exports.isValid = (edges, order) => {
  const held = [];
  for (;;) held.push(new Array(10_000).fill({}));
};
