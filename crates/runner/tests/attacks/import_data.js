// Imports a module that is an address, and has it read the suite.
// expect: could_not_run
import path from "path";
const suite = path.resolve(import.meta.dirname, "../../suite.json");
const read = await import(`data:text/javascript,import fs from "fs"; export default fs.readFileSync("${suite}")`);
export const isValid = (edges, order) => read.default.length > 0;
