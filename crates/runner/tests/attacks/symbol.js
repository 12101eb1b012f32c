// Answers with a value that cannot become text.
// expect: not_a_boolean symbol
exports.isValid = (edges, order) => Symbol("true");
