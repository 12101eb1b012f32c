// Describes its exceptions forever.
// expect: timed_out computing
Error.prepareStackTrace = () => {
  for (;;);
};

function isValid(edges, order) {
  throw new Error();
}
