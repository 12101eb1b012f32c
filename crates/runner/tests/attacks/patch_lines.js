// Makes the harness see lines where there are none.
// expect: crashed exit
Buffer.prototype.indexOf = () => 0;

function isValid(edges, order) {
  return true;
}
