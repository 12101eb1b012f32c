// Fills the memory with text.
// expect: out_of_memory | raised RangeError
// seconds: 5
function isValid(edges, order) {
  const all = [];
  for (;;) all.push(Buffer.alloc(1 << 20, "x").toString("latin1"));
}
