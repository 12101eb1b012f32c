exports.isValid = (kind, value) => true;
