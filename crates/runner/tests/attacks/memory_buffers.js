// Fills the memory with bytes outside the heap.
// expect: out_of_memory
// seconds: 5
function isValid(edges, order) {
  const all = [];
  for (;;) all.push(Buffer.alloc(8 << 20, 1));
}
