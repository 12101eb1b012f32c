// Writes down all its memory, to look for answers there.
// expect: raised Error | timed_out computing | crashed disk
// unstable: maybe
function isValid(edges, order) {
  require("v8").writeHeapSnapshot("mine.heapsnapshot");
  return true;
}
