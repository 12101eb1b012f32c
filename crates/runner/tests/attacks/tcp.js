// Listens, and connects to itself.
// expect: could_not_run raised
// succeeds-without-sandbox
import net from "node:net";

const server = net.createServer();
await new Promise((done, failed) => server.on("error", failed).listen(0, "127.0.0.1", done));
const { port } = server.address();
await new Promise((done, failed) => net.connect(port, "127.0.0.1", done).on("error", failed));

export function isValid(edges, order) {
  return true;
}
