// Claims that the memory is full. It costs only its own test.
// expect: out_of_memory
function isValid(edges, order) {
  throw new RangeError("Array buffer allocation failed");
}
