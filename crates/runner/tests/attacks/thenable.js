// Is a module that looks like a promise. Nobody waits for it.
// expect: accepted
export function then() {
  return isValid;
}

export function isValid(edges, order) {
  return true;
}
