// Closes the stream of answers.
// expect: crashed exit
function isValid(edges, order) {
  require("fs").closeSync(1);
  return true;
}
