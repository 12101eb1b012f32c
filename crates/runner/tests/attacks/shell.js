// Starts a shell, which would change the note nearby.
// expect: raised Error
function isValid(edges, order) {
  require("child_process").exec(`echo x > ${__dirname}/../../note.txt`);
  return true;
}
