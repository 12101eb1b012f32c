// Becomes the user it is. It could become another where that is allowed.
// expect: raised Error
exports.isValid = (edges, order) => {
  process.setgid(process.getgid());
  process.setuid(process.getuid());
  return true;
};
