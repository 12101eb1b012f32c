// Throws a group of exceptions that contains itself, as its own cause.
// expect: raised AggregateError
exports.isValid = (edges, order) => {
  const error = new AggregateError([], "circle");
  error.errors.push(error);
  error.cause = error;
  throw error;
};
