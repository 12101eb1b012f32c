// Imports the submission of another student by its address.
// expect: could_not_run raised
// expect-reduced: could_not_run import
// expect-namespaces: could_not_run import
// succeeds-without-sandbox
await import(new URL("../../sibling/solution.py", import.meta.url).href);

export function isValid(edges, order) {
  return typeof CANARY === "string";
}
