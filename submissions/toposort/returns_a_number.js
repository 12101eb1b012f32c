// Returns 1 and 0 instead of true and false.
const isValid = (edges, order) => {
  const vertices = new Set(edges.flat());
  const right =
    order.length === vertices.size &&
    new Set(order).size === vertices.size &&
    order.every((vertex) => vertices.has(vertex)) &&
    edges.every(([before, after]) => order.indexOf(before) < order.indexOf(after));
  return right ? 1 : 0;
};

module.exports.isValid = isValid;
