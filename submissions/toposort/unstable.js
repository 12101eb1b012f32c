// Remembers inputs between calls: answers differently when asked twice.
const seen = [];

function isValid(edges, order) {
  const vertices = new Set(edges.flat());
  if (order.length !== vertices.size || new Set(order).size !== vertices.size) return false;
  if (!order.every((vertex) => vertices.has(vertex))) return false;
  const asked = JSON.stringify([edges, order]);
  if (seen.includes(asked)) return false;
  seen.push(asked);
  return edges.every(([before, after]) => order.indexOf(before) < order.indexOf(after));
}

module.exports = isValid;
