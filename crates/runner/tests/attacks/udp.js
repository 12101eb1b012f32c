// Sends a message to itself.
// expect: could_not_run raised
// succeeds-without-sandbox
import dgram from "node:dgram";

const socket = dgram.createSocket("udp4");
await new Promise((done, failed) => socket.on("error", failed).bind(0, "127.0.0.1", done));
await new Promise((done, failed) => {
  socket.on("message", done).send("answers", socket.address().port, "127.0.0.1", (error) => error && failed(error));
});

export function isValid(edges, order) {
  return true;
}
