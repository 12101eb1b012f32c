// Answers with something whose type never ends.
// expect: timed_out computing
function isValid(edges, order) {
  return {
    get constructor() {
      for (;;);
    },
  };
}
