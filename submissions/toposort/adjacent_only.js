// Too strict: wants an edge between each vertex and the next.
export function isValid(edges, order) {
  const vertices = [...new Set(edges.flat())];
  const sorted = (items) => JSON.stringify(items.map(String).sort());
  if (sorted(order) !== sorted(vertices)) return false;
  const isEdge = (before, after) => edges.some((edge) => edge[0] === before && edge[1] === after);
  return order.slice(1).every((vertex, index) => isEdge(order[index], vertex));
}
