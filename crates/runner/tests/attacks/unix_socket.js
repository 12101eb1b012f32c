// Listens in its folder, as if for another submission.
// expect: could_not_run raised
// succeeds-without-sandbox
import net from "node:net";

await new Promise((done, failed) => net.createServer().on("error", failed).listen("socket", done));

export function isValid(edges, order) {
  return true;
}
