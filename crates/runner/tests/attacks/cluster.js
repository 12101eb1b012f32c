// Starts copies of itself while loading.
// expect: could_not_run raised
// succeeds-without-sandbox
import cluster from "node:cluster";

cluster.setupPrimary({ exec: "/dev/null" });
const copy = cluster.fork();
await new Promise((done, failed) => copy.on("online", done).on("error", failed).on("exit", done));

export function isValid(edges, order) {
  return true;
}
