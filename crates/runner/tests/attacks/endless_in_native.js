// Computes for hours in a single step of the engine.
// expect: timed_out computing
exports.isValid = (edges, order) => Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1) >= 0;
