// Asks a server by the means that browsers have. Nobody listens there: it must not even be refused.
// expect: could_not_run raised
const answered = await fetch("http://127.0.0.1:9/").catch((error) => {
  throw error.cause?.code === "ECONNREFUSED" ? new Promise(() => {}) : error;
});
export const isValid = (edges, order) => answered.ok;
