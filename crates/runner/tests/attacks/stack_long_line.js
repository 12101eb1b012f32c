// Claims that an exception came from a line that no number can hold.
// expect: raised Error
Error.prepareStackTrace = () => `Error\n    at f (${__filename}:${"9".repeat(25)}:1)`;

function isValid(edges, order) {
  throw new Error();
}
