// The names that a part of a program takes from outside of it.
//
// In: a statement. Out: every mention of a name that the statement does not bind itself, as
// `{type, module, name, line, called, replace}`: a value, or a type if `type`; for `M.x`, `module` is M; `called` is the number
// of arguments if it is called there, else null; `replace` puts another node into its place.
//
// Invariant: no name from outside is missed. Where it cannot tell, a name counts as mentioned: what is kept for nothing does no
// harm. Guarded by `test_in_every_kind_of_expression` in `tests/test_reach.py`.
"use strict";

const { isData, lineOf, textOf, toArray, variantOf } = require("./tree");

// Locations and texts.
const SKIPPED = new Set(["l", "op-l", "pat-loc", "constr-loc", "index-loc", "_check-loc", "doc"]);

const NOTHING = { values: new Set(), types: new Set(), outer: null };

function within(outer, values, types = []) {
  return { values: new Set(values), types: new Set(types), outer };
}

function binds(scope, kind, name) {
  for (let inner = scope; inner !== null; inner = inner.outer) {
    if (inner[kind].has(name)) {
      return true;
    }
  }
  return false;
}

// The names that a binding introduces: `x :: Number`, `{x; y}`.
function boundNames(bind) {
  if (variantOf(bind) === "s-tuple-bind") {
    const whole = bind.dict["as-name"].dict.value;
    return [...toArray(bind.dict.fields), ...(whole === undefined ? [] : [whole])].flatMap(boundNames);
  }
  const name = textOf(bind.dict.id);
  return name === null ? [] : [name];
}

// What a statement of a block defines: `{values, types}`.
function definedBy(statement) {
  const { name, variants } = statement.dict;
  switch (variantOf(statement)) {
    case "s-fun":
      return { values: [name], types: [] };
    case "s-let":
    case "s-var":
    case "s-rec":
      return { values: boundNames(name), types: [] };
    case "s-data": {
      const constructors = toArray(variants).flatMap((variant) => [variant.dict.name, `is-${variant.dict.name}`]);
      return { values: [`is-${name}`, ...constructors], types: [name] };
    }
    case "s-type":
      return { values: [], types: [textOf(name)] };
    case "s-newtype":
      return { values: [textOf(statement.dict.namet)], types: [textOf(name)] };
    default:
      return { values: [], types: [] };
  }
}

// Whether all statements of the block see what this one defines, and not only those after it.
function isRecursive(statement) {
  return ["s-fun", "s-data", "s-type", "s-newtype"].includes(variantOf(statement));
}

class Mentions {
  constructor() {
    this.found = [];
  }

  add(type, module, name, node, parent, key, called = null) {
    const replace = (other) => {
      parent.dict[key] = other;
    };
    this.found.push({ type, module, name, line: lineOf(node), called, replace });
  }

  children(node, scope) {
    for (const key of Object.keys(node.dict)) {
      if (!SKIPPED.has(key)) {
        this.visit(node.dict[key], scope, node, key);
      }
    }
  }

  // The children with these names.
  each(node, keys, scope) {
    for (const key of keys) {
      this.visit(node.dict[key], scope, node, key);
    }
  }

  annotations(binds, scope) {
    for (const bind of binds) {
      if (variantOf(bind) === "s-tuple-bind") {
        this.annotations(toArray(bind.dict.fields), scope);
      } else {
        this.visit(bind.dict.ann, scope, bind, "ann");
      }
    }
  }

  visit(node, scope, parent, key) {
    if (!isData(node)) {
      return;
    }
    switch (variantOf(node)) {
      case "link":
        // A long list would be a deep recursion.
        for (let rest = node; isData(rest) && "first" in rest.dict; rest = rest.dict.rest) {
          this.visit(rest.dict.first, scope, rest, "first");
        }
        return;
      case "s-id": {
        const name = textOf(node.dict.id);
        if (name !== null && !binds(scope, "values", name)) {
          this.add(false, null, name, node, parent, key);
        }
        return;
      }
      case "s-dot": {
        const module = variantOf(node.dict.obj) === "s-id" ? textOf(node.dict.obj.dict.id) : null;
        if (module !== null && !binds(scope, "values", module)) {
          this.add(false, module, node.dict.field, node, parent, key);
        } else {
          this.children(node, scope);
        }
        return;
      }
      case "s-app": {
        const before = this.found.length;
        this.visit(node.dict._fun, scope, node, "_fun");
        if (["s-id", "s-dot"].includes(variantOf(node.dict._fun)) && this.found.length === before + 1) {
          this.found[before].called = toArray(node.dict.args).length;
        }
        this.visit(node.dict.args, scope, node, "args");
        return;
      }
      case "s-assign": {
        const name = textOf(node.dict.id);
        if (!binds(scope, "values", name)) {
          this.add(false, null, name, node, { dict: {} }, "id");
        }
        this.visit(node.dict.value, scope, node, "value");
        return;
      }
      case "a-name": {
        const name = textOf(node.dict.id);
        if (name !== null && !binds(scope, "types", name)) {
          this.add(true, null, name, node, parent, key);
        }
        return;
      }
      case "a-dot":
        this.add(true, textOf(node.dict.obj), node.dict.field, node, parent, key);
        return;
      case "s-fun":
      case "s-lam":
      case "s-method":
      case "s-method-field":
        this.function(node, scope);
        return;
      case "s-block":
        this.block(node, scope);
        return;
      case "s-let-expr":
        this.sequence(node, scope);
        return;
      case "s-letrec": {
        const inner = within(scope, toArray(node.dict.binds).flatMap(({ dict }) => boundNames(dict.b)));
        this.children(node, inner);
        return;
      }
      case "s-type-let-expr": {
        const names = toArray(node.dict.binds).map(({ dict }) => textOf(dict.name));
        this.children(node, within(scope, [], names));
        return;
      }
      case "s-for": {
        const bindings = toArray(node.dict.bindings);
        this.visit(node.dict.iterator, scope, node, "iterator");
        for (const binding of bindings) {
          this.annotations([binding.dict.bind], scope);
          this.visit(binding.dict.value, scope, binding, "value");
        }
        const inner = within(scope, bindings.flatMap(({ dict }) => boundNames(dict.bind)));
        this.each(node, ["ann", "body"], inner);
        return;
      }
      case "s-cases-branch": {
        const args = toArray(node.dict.args).map(({ dict }) => dict.bind);
        this.annotations(args, scope);
        this.visit(node.dict.body, within(scope, args.flatMap(boundNames)), node, "body");
        return;
      }
      case "s-table-extend":
      case "s-table-filter":
      case "s-table-update": {
        const columns = node.dict["column-binds"];
        this.visit(columns.dict.table, scope, columns, "table");
        const inner = within(scope, toArray(columns.dict.binds).flatMap(boundNames));
        this.each(node, ["extensions", "predicate", "updates"].filter((key) => key in node.dict), inner);
        return;
      }
      case "s-data":
      case "s-type":
      case "s-contract":
        this.children(node, within(scope, [], toArray(node.dict.params).map(textOf)));
        return;
      default:
        this.children(node, scope);
    }
  }

  function(node, scope) {
    const args = toArray(node.dict.args);
    const typed = within(scope, [], toArray(node.dict.params).map(textOf));
    const inner = within(typed, args.flatMap(boundNames));
    this.annotations(args, inner);
    this.each(node, ["ann", "body"], inner);
  }

  // `let` expressions and variables: each sees those before it.
  sequence(node, scope) {
    let inner = scope;
    for (const bind of toArray(node.dict.binds)) {
      this.annotations([bind.dict.b], inner);
      this.visit(bind.dict.value, inner, bind, "value");
      inner = within(inner, boundNames(bind.dict.b));
    }
    this.visit(node.dict.body, inner, node, "body");
  }

  block(node, scope) {
    const statements = toArray(node.dict.stmts);
    const recursive = statements.filter(isRecursive).map(definedBy);
    let inner = within(scope, recursive.flatMap(({ values }) => values), recursive.flatMap(({ types }) => types));
    for (let rest = node.dict.stmts; isData(rest) && "first" in rest.dict; rest = rest.dict.rest) {
      const statement = rest.dict.first;
      const after = isRecursive(statement) ? inner : within(inner, definedBy(statement).values);
      this.visit(statement, variantOf(statement) === "s-rec" ? after : inner, rest, "first");
      inner = after;
    }
  }
}

function mentionsOf(statement) {
  const mentions = new Mentions();
  mentions.visit(statement, NOTHING, { dict: {} }, "statement");
  return mentions.found;
}

module.exports = { boundNames, definedBy, isRecursive, mentionsOf };
