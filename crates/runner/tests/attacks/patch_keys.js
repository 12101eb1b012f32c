// Gives all objects an answer, and says nothing of its own.
// expect: not_a_boolean
Object.prototype.answer = true;
Object.prototype.test = 0;

function isValid(edges, order) {
  return undefined;
}
