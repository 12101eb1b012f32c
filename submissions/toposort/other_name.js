// Right, but calls its predicate otherwise: run with --alias valid_order.
function valid_order(edges, order) {
  const vertices = new Set(edges.flat());
  if (order.length !== vertices.size || new Set(order).size !== vertices.size) return false;
  if (!order.every((vertex) => vertices.has(vertex))) return false;
  return edges.every(([before, after]) => order.indexOf(before) < order.indexOf(after));
}

module.exports = { valid_order };
