// Replaces what loads files, for itself only.
// expect: accepted
const Module = require("module");
Module._load = Module._resolveFilename = Module._compile = () => null;
for (const extension of Object.keys(Module._extensions)) delete Module._extensions[extension];
for (const file of Object.keys(require.cache)) delete require.cache[file];

function isValid(edges, order) {
  return true;
}
