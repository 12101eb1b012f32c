// Answers once by itself, and once more by the harness.
// expect: accepted, crashed breach
// unstable: maybe
const binding = process.binding("fs");
let test = -1;

function isValid(edges, order) {
  test += 1;
  binding.writeString(1, `{"test":${test},"answer":true}\n`, null, "utf8", undefined, {});
  return true;
}
