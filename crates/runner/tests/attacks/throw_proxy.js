// Throws something that refuses to be looked at.
// expect: raised
const refuse = new Proxy({}, {
  get: () => () => {
    throw refused;
  },
});
const refused = new Proxy(function () {}, refuse);

function isValid(edges, order) {
  throw refused;
}
