// Never ends where a vertex of the output is in no edge.
function is_valid(edges, order) {
  for (const vertex of order) {
    while (!edges.some((edge) => edge.includes(vertex)));
  }
  const vertices = new Set(edges.flat());
  const position = new Map(order.map((vertex, index) => [vertex, index]));
  return (
    order.length === vertices.size &&
    position.size === vertices.size &&
    edges.every(([before, after]) => position.get(before) < position.get(after))
  );
}
