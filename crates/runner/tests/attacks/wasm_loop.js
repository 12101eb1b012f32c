// Loops forever in WebAssembly.
// expect: timed_out computing
const CODE = [0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 7, 5, 1, 1, 97, 0, 0, 10, 9, 1, 7, 0, 3, 64, 12, 0, 11, 11];
exports.isValid = (edges, order) => {
  new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(CODE))).exports.a();
  return true;
};
