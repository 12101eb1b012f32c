// Reads the environment of the grader.
// expect: raised Error
// succeeds-without-sandbox
function isValid(edges, order) {
  return require("fs").readFileSync(`/proc/${process.ppid}/environ`, "utf8").includes("PATH");
}
