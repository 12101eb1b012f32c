// Throws something that refuses to be looked at, while loading.
// expect: could_not_run raised
const refuse = () => {
  throw new Error();
};
throw new Proxy({}, { get: refuse, has: refuse, getPrototypeOf: refuse, ownKeys: refuse });

function isValid(edges, order) {
  return true;
}
