// Claims that an exception came from a file that is not its own.
// expect: raised Error
Error.prepareStackTrace = () => "Error\n    at f (/etc/passwd:1:1)\n    at g (/proc/self/environ:2:2)";

function isValid(edges, order) {
  throw new Error();
}
