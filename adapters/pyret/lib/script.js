// Scripts with V8's code cache next to them.
//
// In: a JavaScript file that is one expression. Out: the script, ready to run, and from `saveCache` the compiled code of
// all functions that have run so far, so that the next process need not compile them. A cache that V8 rejects (another
// version of Node) is ignored: the script still runs, but starts more slowly.
"use strict";

const fs = require("fs");
const v8 = require("v8");
const vm = require("vm");

// V8 accepts a cache only from a process with the same flags, including the heap limits. Once the process runs, these flags
// have taken effect, and resetting them changes only the comparison.
function acceptCaches() {
  v8.setFlagsFromString("--max-old-space-size=0");
  v8.setFlagsFromString("--max-semi-space-size=0");
}

function cacheOf(file) {
  return file + ".cache";
}

function loadScript(file) {
  const source = fs.readFileSync(file, "utf8");
  let cachedData;
  try {
    cachedData = fs.readFileSync(cacheOf(file));
  } catch (error) {
    cachedData = undefined;
  }
  return new vm.Script(source, { filename: file, cachedData });
}

function saveCache(file, script) {
  fs.writeFileSync(cacheOf(file), script.createCachedData());
}

module.exports = { acceptCaches, loadScript, saveCache };
