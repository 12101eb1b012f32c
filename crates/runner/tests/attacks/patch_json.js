// Writes all in its own notation. The harness keeps the usual one.
// expect: not_a_boolean null
JSON.stringify = () => '{"test":0,"not_a_boolean":"nothing"}';
JSON.parse = () => ({ test: 0, arguments: [] });

function isValid(edges, order) {
  return null;
}
