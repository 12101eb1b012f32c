// Fills the memory with lists.
// expect: out_of_memory | timed_out computing
function isValid(edges, order) {
  const all = [];
  for (;;) all.push(new Array(1 << 22).fill(all.length));
}
