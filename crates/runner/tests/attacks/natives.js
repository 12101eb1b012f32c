// Breaks V8 by its own means.
// expect: crashed signal
require("v8").setFlagsFromString("--allow-natives-syntax");

function isValid(edges, order) {
  return new Function("return %SystemBreak()")();
}
