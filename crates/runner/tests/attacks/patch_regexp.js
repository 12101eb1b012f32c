// Breaks the regular expressions that the harness reads its lines with.
// expect: accepted, crashed exit | raised | accepted
// unstable: maybe
exports.isValid = (edges, order) => {
  RegExp.prototype.test = RegExp.prototype.exec = () => {
    throw new Error("no");
  };
  return true;
};
