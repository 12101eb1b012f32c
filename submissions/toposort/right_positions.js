// Right: positions in a map, every edge checked.
export const isValid = (edges, order) => {
  const vertices = new Set(edges.flat());
  const position = new Map(order.map((vertex, index) => [vertex, index]));
  if (order.length !== vertices.size || position.size !== vertices.size) return false;
  return edges.every(([before, after]) => position.get(before) < position.get(after));
};
