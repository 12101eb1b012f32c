// Has Node look up its exceptions in a file of another student.
// expect: raised Error
process.setSourceMapsEnabled(true);
exports.isValid = (edges, order) => {
  throw new Error("mapped");
};
//# sourceMappingURL=../../sibling/solution.py
