// Too lax: looks at the order alone; vertices that are missing or new go unnoticed.
export default function isValid(edges, order) {
  for (const [before, after] of edges) {
    if (order.includes(before) && order.includes(after) && order.indexOf(before) > order.indexOf(after)) return false;
  }
  return true;
}
