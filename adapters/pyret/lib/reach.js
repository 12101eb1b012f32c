// Which definitions the predicate needs, and where every name in them comes from.
//
// In: the files of a submission with their imports. Out: the statements that are `needed`, for each file the names that it
// takes from other modules, notes about what was replaced, and the names that nothing defines: those that a missing module
// should have provided (`lacking`), and the others (`unknown`).
//
// A name comes from the first of: the file itself, its imports, the prelude, its context, the globals, the types of the
// problem, the context `starter2024`. The compiler decides about names that come from nowhere.
//
// Invariant: what the predicate can reach is never left out. A statement that is left out defines nothing that is needed, and
// changes no value that is. Guarded by `tests/test_reach.py`.
"use strict";

const { LARGEST, contextNamed } = require("./contexts");
const { modulesIn, through } = require("./file");
const { holdsState, mayChange } = require("./state");

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

class Reach {
  // `provides` is what each module of Pyret provides, `globals` what is always there; `prelude` is a file or null; `records` is
  // the file that defines the types of the problem; `own` are the modules that come with the adapter, by name.
  constructor({ provides, globals, prelude, records, own }) {
    Object.assign(this, { provides, globals, prelude, records, own });
    this.notes = new Set();
    this.lacking = [];
    this.unknown = [];
    this.queue = [];
    // Files are looked into while others are: those may import each other.
    this.looking = new Set();
  }

  // Marks everything that these definitions of a file need.
  demand(file, type, names) {
    for (const name of names) {
      this.define(file, type, name);
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

  // Marks what a file defines under a name.
  define(file, type, name) {
    const statements = file.defining(type, name);
    const contract = type ? undefined : file.contract(name);
    statements.forEach((statement) => this.need(statement));
    if (contract !== undefined && statements.length > 0) {
      this.need(contract);
    }
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
    const target = this.prefixed(file, mention);
    if (target === null) {
      this.usePlain(statement, mention);
      return;
    }
    const origin = this.provided(target, type, name, true);
    if (origin === null) {
      if (target.builtin === undefined) {
        this.lacking.push({ file, target, ...mention });
      } else {
        file.aliases.set(module, target);
      }
      return;
    }
    if (origin.file === file || origin.global) {
      // It imports itself, or a module passes on what is always there.
      this.define(file, type, origin.name);
      file.renamed.push({ mention, spelled: origin.name });
      return;
    }
    this.mark(origin, name);
    if (origin.name === name && (target.file ?? target.builtin) === (origin.file ?? origin.module)) {
      file.aliases.set(module, target);
    } else {
      const spelled = `custodiet-${module}-${name}`;
      this.take(file, type, spelled, origin);
      file.renamed.push({ mention, spelled });
    }
  }

  // The module that the prefix of a mention names, or null if there is no prefix, or it is a value.
  prefixed(file, { type, module }) {
    if (module === null || (!type && file.defining(false, module).length > 0)) {
      return null;
    }
    const alias = file.imports.find((each) => each.kind === "alias" && each.alias === module);
    return alias === undefined && !type && this.imported(file, false, module) !== null ? null : this.aliased(file, module);
  }

  // A name without a prefix, or a value with a field.
  usePlain(statement, mention) {
    const { type, module } = mention;
    if (type && module !== null) {
      return;
    }
    const { file } = statement;
    const name = module ?? mention.name;
    // `shadow x = x`, and what comes before it, take the x that was there before.
    const own = file.defining(type, name);
    const isThere = own.some((each) => each.isRecursive || each.index < statement.index);
    const origin = isThere ? null : this.resolve(file, type, name);
    if (origin === null && own.length > 0) {
      this.define(file, type, name);
    } else if (origin === null) {
      this.unknown.push({ file, ...mention, name });
    } else {
      this.take(file, type, name, origin);
    }
  }

  // Notes that `file` takes a name from elsewhere.
  take(file, type, name, origin) {
    if (origin.global && origin.name === name) {
      return;
    }
    const from = origin.global ? { module: "global", name: origin.name, type } : origin;
    this.mark(from, name);
    file.takes.set(`${type ? "type " : ""}${name}`, from);
  }

  mark(origin, spelled) {
    const { file, module, name, type, missing, lenient } = origin;
    if (file !== undefined) {
      this.define(file, type, name);
      file.taken.add(`${type ? "type " : ""}${name}`);
    }
    missing?.sources.add(this.describe(origin));
    if (lenient) {
      const from = module === "global" ? LARGEST : (module ?? file.name);
      this.notes.add(`\`${spelled}\` is not in the context of the file; it was taken from \`${from}\``);
    }
  }

  describe({ file }) {
    return file === undefined ? "Pyret's library" : file === this.records ? "the problem file" : "the prelude";
  }

  // Where a name comes from that the file does not define: `{file, name}`, `{module, name}`, `{global, name}` or null.
  resolve(file, type, name) {
    const submitted = file.origin === "submission";
    return (
      this.imported(file, type, name) ??
      (submitted ? this.fromFile(this.prelude, type, name) : null) ??
      this.fromContext(file.context, type, name) ??
      (this.isGlobal(type, name) ? { global: true, name, type } : null) ??
      this.imported(file, type, name, true) ??
      (file.origin === "generated" ? null : (this.standInFor(file, type, name) ?? this.lenient(type, name)))
    );
  }

  // What the imports of a file make available under a name without a prefix; of files that provide nothing, if `silent`.
  imported(file, type, name, silent = false) {
    for (const each of file.imports) {
      let origin = null;
      if (each.kind === "fields" && !type && each.fields.has(name)) {
        origin = this.provided(each.target, type, name, true);
      } else if (each.kind === "include" && each.target.missing === undefined) {
        origin = this.provided(each.target, type, name, silent);
      } else if (each.kind === "from") {
        origin = this.passedOn(file, each.path, each.specs, type, name);
      }
      if (origin !== null && origin.file !== file) {
        return origin;
      }
    }
    return null;
  }

  // The module behind a prefix, or null.
  aliased(file, alias) {
    return this.once(`alias ${file.location} ${alias}`, () => {
      const direct = file.imports.find((each) => each.kind === "alias" && each.alias === alias);
      if (direct !== undefined) {
        return direct.target;
      }
      for (const { kind, target, path, specs } of file.imports) {
        if (kind === "include" && target.file?.provided.modules.has(alias)) {
          return this.module(target.file, target.file.provided.modules.get(alias));
        }
        if (kind === "from" && modulesIn(specs).has(alias)) {
          return this.module(file, [...path, ...modulesIn(specs).get(alias)]);
        }
      }
      if (file.context.modules.has(alias)) {
        return { builtin: alias };
      }
      const free = file.origin === "submission" && file.defining(false, alias).length === 0;
      return free && CONVENTIONAL.has(alias) ? { builtin: alias } : null;
    });
  }

  // The module behind a path of prefixes, or null.
  module(file, [alias, ...rest]) {
    const target = this.aliased(file, alias);
    if (target === null || rest.length === 0) {
      return target;
    }
    const inner = target.file?.provided.modules.get(rest[0]);
    return inner === undefined ? null : this.module(target.file, [...inner, ...rest.slice(1)]);
  }

  // The answer of `look`, or null if it is being looked for already: files may pass each other's names on in a circle.
  once(question, look) {
    if (this.looking.has(question)) {
      return null;
    }
    this.looking.add(question);
    try {
      return look();
    } finally {
      this.looking.delete(question);
    }
  }

  // What a module provides under a name, or null.
  provided(target, type, name, silent = false) {
    if (target.builtin !== undefined) {
      const { [type ? "types" : "values"]: names } = this.provides.get(target.builtin);
      return names.has(name) ? { module: target.builtin, name, type } : null;
    }
    if (target.file !== undefined) {
      return this.exported(target.file, type, name, silent);
    }
    const origin = this.fromFile(this.prelude, type, name) ?? this.known(type, name);
    return origin === null ? null : { ...origin, missing: target };
  }

  exported(file, type, name, silent) {
    return this.once(`name ${file.location} ${type} ${name}`, () => {
      const { provided } = file;
      const listed = provided.listed(type, name, file.owner(name));
      const whole = provided.all(type) || (silent && provided.silent);
      const original = whole ? name : listed?.length === 1 ? listed[0] : null;
      if (original !== null && file.defining(type, original).length > 0) {
        return { file, name: original, type };
      }
      for (const { path, specs } of provided.others) {
        const origin = this.passedOn(file, path, specs, type, name);
        if (origin !== null) {
          return origin;
        }
      }
      return listed === null ? null : this.found(file, type, listed);
    });
  }

  // What a path of prefixes and a name means in a file, or null.
  found(file, type, path) {
    const [name] = path.slice(-1);
    if (path.length === 1) {
      return this.resolve(file, type, name);
    }
    const target = this.module(file, path.slice(0, -1));
    return target === null ? null : this.provided(target, type, name, true);
  }

  // What entries of `include from` or `provide from` make available under a name, or null.
  passedOn(file, path, specs, type, name) {
    const target = this.module(file, path);
    if (target === null) {
      return null;
    }
    const owner = target.file === undefined ? this.provides.get(target.builtin)?.owners.get(name) : target.file.owner(name);
    const original = through(specs, type, name, owner);
    return original === null ? null : this.provided(target, type, original[original.length - 1], true);
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
      return { global: true, name, type };
    }
    const file = this.own.get(found.module);
    return file === undefined ? { ...found, type } : { file, name: found.name, type };
  }

  // What the problem and the library know of a name.
  known(type, name) {
    const own = this.fromFile(this.records, type, name);
    if (own !== null || !type || !Object.hasOwn(LIBRARY_TYPES, name)) {
      return own;
    }
    return { module: LIBRARY_TYPES[name], name, type };
  }

  // What a course file that is missing, or the handout, is likely to have defined.
  standInFor(file, type, name) {
    const origin = this.known(type, name);
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
    const statements = files.flatMap((file) => file.statements);
    const effects = () => statements.filter((each) => !each.needed && mayChange(each) && this.touchesState(each));
    for (let found = effects(); found.length > 0; found = effects()) {
      found.forEach((statement) => this.need(statement));
      this.settle();
    }
  }

  // Whether a statement can reach a value that is needed and can change, without using anything that is missing.
  touchesState(statement) {
    const seen = new Set([statement]);
    let touches = false;
    for (const each of seen) {
      touches ||= each.needed && holdsState(each);
      for (const mention of each.mentions) {
        const reached = this.reachedBy(each.file, mention);
        if (reached === null) {
          return false;
        }
        reached.forEach((next) => seen.add(next));
      }
    }
    return touches;
  }

  // The statements that define what is mentioned, or null if nothing does.
  reachedBy(file, mention) {
    const { type, module, name } = mention;
    const target = this.prefixed(file, mention);
    if (target !== null) {
      const origin = this.provided(target, type, name, true);
      const lacks = origin === null && target.builtin === undefined;
      return lacks ? null : (origin?.file?.defining(type, origin.name) ?? []);
    }
    const plain = module ?? name;
    const own = file.defining(type, plain);
    const origin = own.length > 0 ? { global: true } : this.resolve(file, type, plain);
    return origin === null ? null : [...own, ...(origin.file?.defining(type, origin.name) ?? [])];
  }
}

module.exports = { Reach };
