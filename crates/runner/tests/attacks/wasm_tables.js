// Fills the memory with tables of WebAssembly.
// expect: out_of_memory | raised RangeError | timed_out computing
exports.isValid = (edges, order) => {
  const held = [];
  for (;;) held.push(new WebAssembly.Table({ element: "anyfunc", initial: 5_000_000 }));
};
