// Imports a module that is not there.
// expect: could_not_run import
const answers = require("answers");

function isValid(edges, order) {
  return answers;
}
