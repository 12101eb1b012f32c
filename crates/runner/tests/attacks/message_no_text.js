// Throws an exception whose message and class are halves of characters, and controls.
// expect: raised
const half = "\ud800".repeat(1000);

function isValid(edges, order) {
  const error = new Error("\u0000\u001b[2J" + half);
  error.constructor = { name: half };
  throw error;
}
