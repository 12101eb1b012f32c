exports.isValid = (kind, value) => known.has(value);

const known = undefined.known; // [here]
