// Ignores all signals that can be ignored, and goes on forever.
// expect: timed_out computing
for (const name of Object.keys(require("os").constants.signals)) {
  try {
    process.on(name, () => {});
  } catch {
    // Not that one.
  }
}

function isValid(edges, order) {
  for (;;);
}
