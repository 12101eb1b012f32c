// Infinite recursion.
//
// Pyret keeps its stack on the heap, so infinite recursion fills the memory. The runtime calls this each time it moves
// its stack there; when the heap is nearly full, `OutOfMemory` ends the call, and the worker continues.
"use strict";

const v8 = require("v8");
const vm = require("vm");

const FULL = 0.7;
const EVERY = 50;

class OutOfMemory extends Error {}

function fullness() {
  const { used_heap_size: used, heap_size_limit: limit } = v8.getHeapStatistics();
  return used / limit;
}

function guardMemory(runtime) {
  v8.setFlagsFromString("--expose-gc");
  const collect = vm.runInNewContext("gc");
  const { makeCont } = runtime;
  let count = 0;
  const guarded = () => {
    count += 1;
    if (count % EVERY === 0 && fullness() > FULL) {
      collect();
      if (fullness() > FULL) {
        throw new OutOfMemory("the memory is full");
      }
    }
    return makeCont();
  };
  runtime.makeCont = guarded;
  runtime.mC = guarded;
}

module.exports = { guardMemory, OutOfMemory };
