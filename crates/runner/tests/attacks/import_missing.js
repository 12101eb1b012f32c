// Imports a module that does not exist.
// expect: could_not_run import
const answers = require("answers");

function isValid(edges, order) {
  return answers;
}
