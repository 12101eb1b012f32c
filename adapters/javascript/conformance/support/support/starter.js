exports.accept = (value) => value === 1;
