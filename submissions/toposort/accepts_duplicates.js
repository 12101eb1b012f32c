// Too lax: compares sets of vertices, so that a vertex may come twice.
function isValid(edges, order) {
  const vertices = new Set(edges.flat());
  const listed = new Set(order);
  if (listed.size !== vertices.size || ![...listed].every((vertex) => vertices.has(vertex))) return false;
  return edges.every(([before, after]) => order.indexOf(before) < order.indexOf(after));
}

module.exports = { isValid };
