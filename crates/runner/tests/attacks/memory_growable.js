// Reserves memory that could grow without end, and lets it grow.
// expect: out_of_memory | raised RangeError | timed_out computing
// unstable: maybe
exports.isValid = (edges, order) => {
  const held = [];
  for (;;) {
    const buffer = new SharedArrayBuffer(1, { maxByteLength: 2 ** 30 });
    buffer.grow(2 ** 26);
    held.push(new Uint8Array(buffer).fill(1));
  }
};
