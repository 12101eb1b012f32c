// Fills the memory with lists.
// expect: out_of_memory
// seconds: 5
function isValid(edges, order) {
  const all = [];
  for (;;) all.push(new Array(1 << 22).fill(all.length));
}
