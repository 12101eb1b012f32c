// Answers with an object that claims not to exist.
// expect: not_a_boolean undefined
require("v8").setFlagsFromString("--allow-natives-syntax");
const make = new Function("return %GetUndetectable()");
exports.isValid = (edges, order) => make();
