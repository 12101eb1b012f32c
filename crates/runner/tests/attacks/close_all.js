// Closes every descriptor, also those of Node's loop.
// expect: crashed
function isValid(edges, order) {
  for (let file = 0; file < 256; file++) {
    try {
      require("fs").closeSync(file);
    } catch {
      // There is none.
    }
  }
  return true;
}
