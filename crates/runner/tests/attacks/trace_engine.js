// Has the engine write down all that it does, in its folder.
// expect: accepted | crashed disk | raised
// unstable: maybe
const tracing = require("trace_events").createTracing({ categories: ["v8", "node"] });
exports.isValid = (edges, order) => {
  tracing.enable();
  return true;
};
