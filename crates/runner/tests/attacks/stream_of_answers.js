// Opens a stream of its own on the descriptor of the answers.
// expect: accepted | crashed breach | raised | crashed exit
// unstable: maybe
const net = require("net");
exports.isValid = (edges, order) => {
  new net.Socket({ fd: 1 }).write('{"test":0,"answer":true}\n');
  return true;
};
