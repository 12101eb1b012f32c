// Breaks what all objects have in common, also in the harness.
// expect: accepted, crashed breach
// unstable: maybe
function isValid(edges, order) {
  for (const kind of [Array, Map, Set, String, RegExp, Promise, Function]) {
    for (const name of Object.getOwnPropertyNames(kind.prototype)) {
      try {
        kind.prototype[name] = () => true;
      } catch {
        // Not that one.
      }
    }
  }
  Object.prototype.then = (done) => done(true);
  Object.prototype.answer = true;
  Object.prototype.toJSON = () => ({ test: 0, answer: true });
  return true;
}
