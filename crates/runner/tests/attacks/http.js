// Asks a server. Nobody listens there: it must not even be refused.
// expect: rejected
// succeeds-without-sandbox
import http from "node:http";

const error = await new Promise((done) => http.get("http://127.0.0.1:9/").on("error", done).on("response", done));

export function isValid(edges, order) {
  return error.code === "ECONNREFUSED" || error.statusCode !== undefined;
}
