const check = (kind, value) => true;

module.exports = { check };
