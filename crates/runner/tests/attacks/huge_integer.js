// Computes with an integer that fills the memory.
// expect: timed_out computing | raised RangeError
function isValid(edges, order) {
  let power = 3n;
  for (;;) power *= power;
}
