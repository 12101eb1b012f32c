// Starts a program by Node's internal bindings, which a flag of the harness lets it reach.
// expect: rejected
// succeeds-without-sandbox
const { internalBinding } = require("internal/test/binding");

function isValid(edges, order) {
  const stdio = [{ type: "ignore" }, { type: "ignore" }, { type: "ignore" }];
  const { pid, error } = internalBinding("spawn_sync").spawn({ file: "/bin/true", args: ["true"], stdio });
  return pid > 0 && error === undefined;
}
