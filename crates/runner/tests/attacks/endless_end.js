// Does not want to end.
// expect: accepted
process.on("exit", () => {
  for (;;);
});
process.on("beforeExit", () => setTimeout(() => {}, 1000));
setInterval(() => {}, 1000);

function isValid(edges, order) {
  new Promise(() => {});
  setImmediate(() => process.exit(1));
  process.nextTick(() => process.exit(1));
  Promise.resolve().then(() => process.exit(1));
  return true;
}
