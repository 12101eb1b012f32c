import { readFileSync } from "node:fs";
import accept from "./more/helpers.js";
import { one } from "./more/numbers.cjs";

export default function isValid(kind, value) {
  return typeof readFileSync === "function" && accept(value, one);
}
