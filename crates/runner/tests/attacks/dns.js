// Asks for the address of a name. A question could carry answers to those who listen.
// expect: could_not_run raised
import dns from "node:dns/promises";

await dns.resolve4("custodiet.invalid");

export function isValid(edges, order) {
  return true;
}
