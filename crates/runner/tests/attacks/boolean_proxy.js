// Answers with something that looks like any other thing.
// expect: not_a_boolean
function isValid(edges, order) {
  return new Proxy(new Boolean(true), { get: () => true, getPrototypeOf: () => Boolean.prototype });
}
