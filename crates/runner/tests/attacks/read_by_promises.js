// Reads another student's submission in another thread, while loading.
// expect: could_not_run raised
// succeeds-without-sandbox
import { readFile } from "node:fs/promises";

const world = import.meta.dirname + "/../..";
const text = await readFile(world + "/sibling/solution.py", "utf8");

export function isValid(edges, order) {
  return text.includes("CANARY");
}
