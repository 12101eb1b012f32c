// Answers the next test before it is asked.
// expect: crashed breach
const binding = process.binding("fs");
let test = 0;

function isValid(edges, order) {
  test += 1;
  binding.writeString(1, `{"test":${test},"answer":true}\n`, null, "utf8", undefined, {});
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
  return true;
}
