// Throws an object that describes itself forever.
// expect: timed_out computing
exports.isValid = (edges, order) => {
  throw {
    toJSON() {
      for (;;);
    },
  };
};
