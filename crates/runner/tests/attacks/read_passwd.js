// Reads the names of users. Without Landlock everyone may.
// expect: raised Error
// expect-reduced: accepted
// succeeds-without-sandbox
function isValid(edges, order) {
  return require("fs").readFileSync("/etc/passwd", "utf8").includes("root");
}
