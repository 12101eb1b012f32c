// Fills the memory that threads share.
// expect: out_of_memory
// seconds: 5
function isValid(edges, order) {
  const all = [];
  for (;;) all.push(new Uint8Array(new SharedArrayBuffer(8 << 20)).fill(1));
}
