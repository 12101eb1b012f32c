// Answers by what it remembers of earlier calls.
// expect: accepted, rejected
// unstable
let calls = 0;

function isValid(edges, order) {
  Array.prototype.seen = calls;
  calls += 1;
  return calls === 1;
}
