// Answers a test before it is loaded.
// expect: could_not_run crashed
process.binding("fs").writeString(1, '{"test":0,"answer":true}\n', null, "utf8", undefined, {});
process.reallyExit(0);

function isValid(edges, order) {
  return true;
}
