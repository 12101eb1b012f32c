exports.isValid = function (kind, value) {
  if (kind === "fine") return true;
  throw new TypeError(value); // [here]
};
