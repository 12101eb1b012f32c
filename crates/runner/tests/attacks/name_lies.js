// Is a function that is something else when it is looked for.
// expect: could_not_run raised
Object.defineProperty(exports, "isValid", {
  get() {
    throw new Error();
  },
});
exports.isValid = () => true;
