// Loads a library as if it were an addon.
// expect: raised Error
function isValid(edges, order) {
  process.dlopen({ exports: {} }, __dirname + "/../../note.txt");
  return true;
}
