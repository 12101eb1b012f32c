// Escapes from a context of its own into that of the harness. It was never locked in: the sandbox is around the process.
// expect: raised Error
// succeeds-without-sandbox
const vm = require("vm");

function isValid(edges, order) {
  const inside = vm.createContext({ outside: {} });
  const outer = vm.runInContext('outside.constructor.constructor("return process")()', inside);
  return outer.mainModule.require("fs").readFileSync(__dirname + "/../../sibling/solution.py", "utf8").includes("CANARY");
}
