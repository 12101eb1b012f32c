// Makes as many files as it can. Without Landlock it can make none.
// expect: crashed disk | timed_out computing
// expect-reduced: raised Error
// unstable: maybe
function isValid(edges, order) {
  for (let i = 0; ; i++) require("fs").writeFileSync(`file${i}`, "");
}
