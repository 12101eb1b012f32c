// Decompresses a short text into a long one.
// expect: out_of_memory | raised RangeError | timed_out computing
// seconds: 5
const zlib = require("zlib");
const bomb = zlib.gzipSync(Buffer.alloc(64 << 20));
exports.isValid = (edges, order) => {
  const held = [];
  for (;;) held.push(zlib.gunzipSync(bomb));
};
