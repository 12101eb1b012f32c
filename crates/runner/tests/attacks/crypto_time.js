// Derives a key in a way that takes hours, and cannot be interrupted.
// expect: timed_out computing
const { pbkdf2Sync } = require("crypto");
exports.isValid = (edges, order) => pbkdf2Sync("a", "b", 2 ** 31 - 1, 32, "sha512").length > 0;
