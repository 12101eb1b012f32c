// Lets a program in WebAssembly see the whole disk.
// expect: raised Error
const path = require("path");
const { WASI } = require("wasi");
const WORLD = path.resolve(__dirname, "../..");
exports.isValid = (edges, order) => new WASI({ version: "preview1", preopens: { "/": WORLD + "/sibling" } }) !== null;
