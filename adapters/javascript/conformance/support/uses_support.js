const { accept } = require("./starter");

module.exports.isValid = (kind, value) => accept(value);
