// Throws where a vertex of an edge is missing in the output.
function indexIn(order, vertex) {
  const index = order.indexOf(vertex);
  if (index < 0) throw new RangeError(`${vertex} is not in the order`);
  return index;
}

module.exports = function isValid(edges, order) {
  if (new Set(order).size !== order.length) return false;
  const vertices = new Set(edges.flat());
  if (!order.every((vertex) => vertices.has(vertex))) return false;
  return edges.every(([before, after]) => indexIn(order, before) < indexIn(order, after));
};
