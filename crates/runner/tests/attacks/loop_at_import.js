// Is never loaded.
// expect: could_not_run timed_out
for (;;);

function isValid(edges, order) {
  return true;
}
