// What the top level of a file can change.
//
// In: a statement. Out: whether evaluating it may change a value that exists already, and whether what it defines can change
// later on. Where it cannot tell, the answer is yes. Guarded by the class `State` in `tests/test_reach.py`.
"use strict";

const { isData, textOf, toArray, variantOf } = require("./tree");

// Makers of values that never change, and of others.
const CONSTANT_MAKERS = new Set(["list", "set", "list-set", "tree-set", "string-dict"]);
const MAKERS = new Set([...CONSTANT_MAKERS, "array", "raw-array", "mutable-string-dict"]);

const LITERALS = new Set(["s-num", "s-frac", "s-rfrac", "s-str", "s-bool"]);

// The parts of an expression that calls nothing but known makers, or null.
function parts(node, isMaker) {
  const { dict } = node;
  const kind = variantOf(node);
  if (LITERALS.has(kind) || kind === "s-lam" || kind === "s-id") {
    return [];
  }
  switch (kind) {
    case "s-dot":
      return [dict.obj];
    case "s-paren":
      return [dict.expr];
    case "s-tuple":
      return toArray(dict.fields);
    case "s-op":
      // An operator is a method of an object, and `^` calls a function.
      return [dict.left, dict.right].every((side) => isLiteral(side)) && dict.op !== "op^" ? [] : null;
    case "s-construct": {
      const maker = dict.constructor;
      const name = variantOf(maker) === "s-dot" ? maker.dict.field : textOf(maker.dict.id);
      return isMaker(name) ? toArray(dict.values) : null;
    }
    default:
      return null;
  }
}

function isLiteral(node) {
  const { left, right, op, expr } = node.dict;
  switch (variantOf(node)) {
    case "s-op":
      return op !== "op^" && isLiteral(left) && isLiteral(right);
    case "s-paren":
      return isLiteral(expr);
    default:
      return LITERALS.has(variantOf(node));
  }
}

// Whether an expression consists of values and of what known makers make of them.
function isMade(node, isMaker) {
  return parts(node, isMaker)?.every((part) => isMade(part, isMaker)) ?? false;
}

// A refinement calls a function.
function isRefined(node) {
  const inside = () => Object.keys(node.dict).some((key) => key !== "l" && isRefined(node.dict[key]));
  return isData(node) && (variantOf(node) === "a-pred" || inside());
}

function holdsState({ kind, node, file }) {
  const isMaker = (name) => CONSTANT_MAKERS.has(name) && file.defining(false, name).length === 0;
  return kind === "s-var" || (["s-let", "s-rec"].includes(kind) && !isMade(node.dict.value, isMaker));
}

function mayChange({ kind, node, file }) {
  switch (kind) {
    case "s-fun":
    case "s-data":
    case "s-type":
    case "s-newtype":
    case "s-contract":
      return false;
    case "s-let":
    case "s-rec":
    case "s-var": {
      const isMaker = (name) => MAKERS.has(name) && file.defining(false, name).length === 0;
      return isRefined(node.dict.name) || !isMade(node.dict.value, isMaker);
    }
    default:
      return true;
  }
}

module.exports = { holdsState, mayChange };
