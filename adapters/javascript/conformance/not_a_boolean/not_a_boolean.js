module.exports = function isValid(kind, value) {
  return value;
};
