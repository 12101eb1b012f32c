const fs = require("fs");

const is_valid = (kind, value) => {
  console.log(value);
  process.stdout.write(value);
  fs.writeSync(1, value);
  return true;
};
