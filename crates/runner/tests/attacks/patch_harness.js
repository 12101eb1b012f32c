// Has the harness say that an exception came from a file that is not its own. The place is dropped.
// expect: raised Evil
const { Submission } = require(require.main.path + "/submission.js");
Submission.prototype.describe = () => ({ class: "Evil", message: "", file: "/etc/passwd", line: 1 });

function isValid(edges, order) {
  throw new Error();
}
