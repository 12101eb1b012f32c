// Raises the limit of the stack beyond what there is.
// expect: crashed signal 11 | raised RangeError
require("v8").setFlagsFromString("--stack-size=1000000");

function isValid(edges, order) {
  return new Function("f", "return f(f)")(function again(f) {
    return 1 + f(f);
  });
}
