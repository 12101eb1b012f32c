// Is a module in which nothing can be looked up.
// expect: could_not_run timed_out
const isValid = undefined;
module.exports = new Proxy(() => true, {
  get() {
    for (;;);
  },
});
module.exports.isValid = isValid;
