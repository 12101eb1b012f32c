// Asks the grader to open a port for debuggers, by a signal.
// expect: raised Error
exports.isValid = (edges, order) => {
  process._debugProcess(process.ppid);
  return true;
};
