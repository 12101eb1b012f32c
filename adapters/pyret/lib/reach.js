// Which definitions the predicate needs, and where every name in them comes from.
//
// In: the files of a submission with their imports. Out: the statements that are `needed`, for each file the names that it
// takes from other modules, remarks about what was replaced, the names that a missing module should have provided
// (`lacking`), and those that come from nowhere (`unknown`).
//
// A name comes from the first of: the file itself, its imports, the prelude, its context, the globals, the types of the
// problem, the context `starter2024`. The compiler decides about names that come from nowhere.
//
// Invariant: what the predicate can reach is never left out. A statement that is left out defines nothing that is needed, and
// changes no value that is. Guarded by `tests/test_reach.py`.
"use strict";

const { LARGEST, contextNamed } = require("./contexts");
const { through } = require("./file");
const { toArray, variantOf } = require("./tree");

// Types of the library that course files used to pass on.
const LIBRARY_TYPES = {
  Set: "sets",
  List: "lists",
  Option: "option",
  Array: "arrays",
  Either: "either",
  Pick: "pick",
  StringDict: "string-dict",
  MutableStringDict: "string-dict",
};

// Modules that people use under their own name, imported or not.
const CONVENTIONAL = new Set(["arrays", "either", "equality", "error", "lists", "math", "option", "sets", "string-dict"]);

// Makes values that never change.
const CONSTANT = new Set(["list", "set", "list-set", "tree-set", "string-dict"]);

// Whether evaluating an expression only makes a value: it cannot change another one.
function isPlain(node) {
  const { dict } = node;
  switch (variantOf(node)) {
    case "s-lam":
    case "s-num":
    case "s-frac":
    case "s-rfrac":
    case "s-str":
    case "s-bool":
    case "s-id":
      return true;
    case "s-dot":
      return isPlain(dict.obj);
    case "s-paren":
      return isPlain(dict.expr);
    case "s-op":
      return isPlain(dict.left) && isPlain(dict.right);
    case "s-tuple":
      return toArray(dict.fields).every(isPlain);
    case "s-construct":
      return toArray(dict.values).every(isPlain);
    default:
      return false;
  }
}

// Whether a value of this statement can change later on.
function holdsState({ kind, node }) {
  if (kind === "s-var") {
    return true;
  }
  if (kind !== "s-let" && kind !== "s-rec") {
    return false;
  }
  const { value } = node.dict;
  if (variantOf(value) === "s-construct") {
    const maker = value.dict.constructor;
    const name = variantOf(maker) === "s-dot" ? maker.dict.field : maker.dict.id?.dict.s;
    return !CONSTANT.has(name) || !isPlain(value);
  }
  return !isPlain(value);
}

// Whether evaluating this statement may change something.
function mayChange({ kind, node }) {
  switch (kind) {
    case "s-fun":
    case "s-data":
    case "s-type":
    case "s-newtype":
    case "s-contract":
      return false;
    case "s-let":
    case "s-rec":
    case "s-var":
      return !isPlain(node.dict.value);
    default:
      return true;
  }
}

class Reach {
  // `provides` is what each module of Pyret provides, `globals` what is always there; `prelude` is a file or null; `records` is
  // the file that defines the types of the problem; `own` are the modules that come with the adapter, by name.
  constructor({ provides, globals, prelude, records, own }) {
    Object.assign(this, { provides, globals, prelude, records, own });
    this.remarks = new Set();
    this.lacking = [];
    this.unknown = [];
    this.queue = [];
  }

  // Marks everything that the values of `file` with these names need.
  demand(file, names) {
    for (const name of names) {
      this.define(file, false, name);
    }
    this.settle();
  }

  settle() {
    while (this.queue.length > 0) {
      const statement = this.queue.pop();
      for (const mention of statement.mentions) {
        this.use(statement, mention);
      }
    }
  }

  // Marks what a file defines under a name. Returns whether it defines it.
  define(file, type, name, except = null) {
    const statements = file.defining(type, name).filter((statement) => statement !== except);
    const contract = type ? undefined : file.contract(name);
    statements.forEach((statement) => this.need(statement));
    if (contract !== undefined && statements.length > 0) {
      this.need(contract);
    }
    return statements.length > 0;
  }

  need(statement) {
    if (!statement.needed) {
      statement.needed = true;
      this.queue.push(statement);
    }
  }

  // Finds where a mention comes from, marks it there, and notes what the file has to import.
  use(statement, mention) {
    const { file } = statement;
    const { type, module, name } = mention;
    const target = module === null ? null : this.aliased(file, module);
    if (target === null) {
      const plain = module ?? name;
      // `shadow x = x` takes the x that was there before.
      const except = statement.defines[type ? "types" : "values"].includes(plain) && statement.kind === "s-let" ? statement : null;
      if (!(type && module !== null) && !this.define(file, type, plain, except)) {
        const origin = this.resolve(file, type, plain);
        this.take(file, type, plain, origin);
        if (origin === null) {
          this.unknown.push({ file, ...mention, name: plain });
        }
      }
      return;
    }
    const origin = this.provided(target, type, name);
    if (origin === null) {
      if (target.missing !== undefined) {
        this.lacking.push({ file, target, ...mention });
      } else {
        file.aliases.set(module, target);
      }
      return;
    }
    this.mark(origin);
    if (origin.name === name && (target.file ?? target.builtin) === (origin.file ?? origin.module)) {
      file.aliases.set(module, target);
    } else {
      const spelled = `custodiet-${module}-${name}`;
      this.take(file, type, spelled, origin);
      file.renamed.push({ mention, spelled });
    }
  }

  // Notes that `file` takes a name from elsewhere. `origin` is null if it is unknown or always there.
  take(file, type, name, origin) {
    if (origin !== null && origin.global !== true) {
      this.mark(origin);
      file.takes.set(`${type ? "type " : ""}${name}`, origin);
    }
  }

  mark(origin) {
    const { file, module, name, type, missing, lenient } = origin;
    if (file !== undefined) {
      this.define(file, type, name);
      file.taken.add(`${type ? "type " : ""}${name}`);
    }
    missing?.sources.add(this.describe(origin));
    if (lenient) {
      this.remarks.add(`\`${name}\` is not in the context of the file; it was taken from \`${module ?? file.name}\``);
    }
  }

  describe({ file }) {
    return file === undefined ? "Pyret's library" : file === this.records ? "the problem file" : "the prelude";
  }

  // Where a name comes from that the file does not define: `{file, name}`, `{module, name}`, `{global}` or null.
  resolve(file, type, name) {
    const submitted = file.origin === "submission";
    return (
      this.imported(file, type, name) ??
      (submitted ? this.fromFile(this.prelude, type, name) : null) ??
      this.fromContext(file.context, type, name) ??
      (this.isGlobal(type, name) ? { global: true } : null) ??
      (submitted ? this.replaced(file, type, name) : null) ??
      (submitted ? this.lenient(type, name) : null)
    );
  }

  // What the imports of a file make available under a name without a prefix.
  imported(file, type, name) {
    for (const each of file.imports) {
      let origin = null;
      if (each.kind === "fields" && !type && each.fields.has(name)) {
        origin = this.provided(each.target, type, name);
      } else if (each.kind === "include" && each.target.missing === undefined) {
        origin = this.provided(each.target, type, name);
      } else if (each.kind === "from") {
        origin = this.passedOn(file, each.alias, each.specs, type, name);
      }
      if (origin !== null) {
        return origin;
      }
    }
    return null;
  }

  // The module behind a prefix, or null.
  aliased(file, alias) {
    const direct = file.imports.find((each) => each.kind === "alias" && each.alias === alias);
    if (direct !== undefined) {
      return direct.target;
    }
    for (const { kind, target } of file.imports) {
      if (kind === "include" && target.file?.provided.modules.has(alias)) {
        return this.aliased(target.file, alias);
      }
    }
    if (file.context.modules.has(alias)) {
      return { builtin: alias };
    }
    const free = file.origin === "submission" && file.defining(false, alias).length === 0;
    return free && CONVENTIONAL.has(alias) ? { builtin: alias } : null;
  }

  // What a module provides under a name, or null.
  provided(target, type, name) {
    if (target.builtin !== undefined) {
      const { [type ? "types" : "values"]: names } = this.provides.get(target.builtin);
      return names.has(name) ? { module: target.builtin, name, type } : null;
    }
    if (target.file !== undefined) {
      return this.exported(target.file, type, name);
    }
    const origin = this.fromFile(this.prelude, type, name) ?? this.standIn(type, name);
    return origin === null ? null : { ...origin, missing: target };
  }

  exported(file, type, name) {
    const listed = file.provided.listed(type, name, file.owner(name));
    const original = file.provided.all(type) ? name : listed;
    if (original !== null && file.defining(type, original).length > 0) {
      return { file, name: original, type };
    }
    for (const { path, specs } of file.provided.others) {
      const origin = this.passedOn(file, path[0], specs, type, name);
      if (origin !== null) {
        return origin;
      }
    }
    return listed === null ? null : this.resolve(file, type, listed);
  }

  // What entries of `include from` or `provide from` make available under a name, or null.
  passedOn(file, alias, specs, type, name) {
    const target = this.aliased(file, alias);
    if (target === null) {
      return null;
    }
    const owner = target.file === undefined ? this.provides.get(target.builtin)?.owners.get(name) : target.file.owner(name);
    const original = through(specs, type, name, owner);
    return original === null ? null : this.provided(target, type, original);
  }

  isGlobal(type, name) {
    return this.globals[type ? "types" : "values"].has(name);
  }

  fromFile(file, type, name) {
    return file !== null && file.defining(type, name).length > 0 ? { file, name, type } : null;
  }

  fromContext(context, type, name) {
    const found = context.find(type, name);
    if (found === undefined) {
      return null;
    }
    if (found.module === "global" && found.name === name && this.isGlobal(type, name)) {
      return { global: true };
    }
    const file = this.own.get(found.module);
    return file === undefined ? { ...found, type } : { file, name: found.name, type };
  }

  // What the problem and the library know of the name.
  standIn(type, name) {
    const own = this.fromFile(this.records, type, name);
    if (own !== null || !type || !Object.hasOwn(LIBRARY_TYPES, name)) {
      return own;
    }
    return { module: LIBRARY_TYPES[name], name, type };
  }

  // What a course file that is missing, or the handout, is likely to have defined.
  replaced(file, type, name) {
    const origin = this.standIn(type, name);
    const include = file.imports.find(({ kind, target }) => kind === "include" && target.missing !== undefined);
    return origin === null || include === undefined ? origin : { ...origin, missing: include.target };
  }

  // Names that another context of the editor has. Names of images are common ones: they are more likely to be missing functions.
  lenient(type, name) {
    const origin = this.fromContext(contextNamed(LARGEST), type, name);
    return origin === null || origin.module === "image" ? null : { ...origin, lenient: true };
  }

  // Also marks the statements that may change something the predicate uses.
  includeEffects(files) {
    for (let before = -1; before !== this.count(files); ) {
      before = this.count(files);
      for (const statement of files.flatMap(({ statements }) => statements)) {
        if (!statement.needed && mayChange(statement) && this.touchesState(statement)) {
          this.need(statement);
          this.settle();
        }
      }
    }
  }

  count(files) {
    return files.flatMap(({ statements }) => statements).filter(({ needed }) => needed).length;
  }

  // Whether a statement can reach a value that is needed and can change, without using anything that is missing.
  touchesState(statement) {
    const seen = new Set([statement]);
    let touches = false;
    for (const each of seen) {
      touches ||= each.needed && holdsState(each);
      for (const { type, module, name } of each.mentions) {
        const { file } = each;
        const target = module === null ? null : this.aliased(file, module);
        const origin = target === null ? null : this.provided(target, type, name);
        if (target !== null && target.missing !== undefined && origin === null) {
          return false;
        }
        const plain = target === null ? (module ?? name) : null;
        const own = plain === null ? [] : file.defining(type, plain);
        const other = origin ?? (plain !== null && own.length === 0 ? this.resolve(file, type, plain) : null);
        const others = other?.file === undefined ? [] : other.file.defining(type, other.name);
        if (plain !== null && own.length === 0 && other === null) {
          return false;
        }
        [...own, ...others].forEach((next) => seen.add(next));
      }
    }
    return touches;
  }
}

module.exports = { Reach };
