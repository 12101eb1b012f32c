// Lets others look into it through a port.
// expect: rejected
// succeeds-without-sandbox
const inspector = require("inspector");

function isValid(edges, order) {
  if (!inspector.url()) inspector.open(0);
  return inspector.url() !== undefined;
}
