// Derives a key in a way that takes sixteen gigabytes.
// expect: raised | out_of_memory
const { scryptSync } = require("crypto");
exports.isValid = (edges, order) => scryptSync("a", "b", 32, { N: 2 ** 24, r: 8, maxmem: 2 ** 45 }).length > 0;
