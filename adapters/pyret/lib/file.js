// One source file: what it defines, imports and provides.
//
// The tree is only read here; `header.js` writes it anew.
"use strict";

const { boundNames, definedBy, isRecursive, mentionsOf } = require("./mentions");
const { lineOf, statementsOf, textOf, toArray, variantOf } = require("./tree");

// A statement at the top level. `reach.js` sets `needed`.
class Statement {
  constructor(file, node, index) {
    this.file = file;
    this.node = node;
    this.index = index;
    this.kind = variantOf(node);
    this.defines = definedBy(node);
    this.isRecursive = isRecursive(node);
    this.needed = false;
  }

  get mentions() {
    this.found ??= mentionsOf(this.node);
    return this.found;
  }
}

// The number of parameters of a value if it is written in its definition, else null.
function parametersOf({ kind, node }, name) {
  const { args, value, variants } = node.dict;
  switch (kind) {
    case "s-fun":
      return toArray(args).length;
    case "s-let":
    case "s-var":
    case "s-rec":
      return variantOf(value) === "s-lam" ? toArray(value.dict.args).length : null;
    case "s-data": {
      const variant = toArray(variants).find(({ dict }) => dict.name === name);
      return variant === undefined ? 1 : toArray(variant.dict.members ?? null).length;
    }
    default:
      return null;
  }
}

// One entry of `include from` or `provide`: a name, a type, a data type or a module.
function specOf(node) {
  const kind = /^s-(?:include|provide)-(name|type|data|module)$/.exec(variantOf(node))?.[1];
  const { path, hidden, "as-name": renamed } = node.dict["name-spec"].dict;
  if (path === undefined) {
    return { kind, star: true, hidden: new Set(toArray(hidden).map(textOf)) };
  }
  const names = toArray(path).map(textOf);
  return { kind, star: false, path: names, name: textOf(renamed?.dict.value) ?? names[names.length - 1] };
}

// The original name that entries make available under `name`, as a path with or without an alias, or null. A data type comes with
// its constructors and tests; `owner` is the data type that the name belongs to, if any.
function through(specs, type, name, owner) {
  for (const { kind, star, hidden, path, name: spelled } of specs) {
    if (kind === "data") {
      const data = type ? name : owner;
      if (data !== undefined && (star ? !hidden.has(data) : spelled === data)) {
        return [name];
      }
    } else if (kind === (type ? "type" : "name")) {
      if (star && !hidden.has(name)) {
        return [name];
      }
      if (!star && spelled === name) {
        return path;
      }
    }
  }
  return null;
}

// The modules that entries make available, by name.
function modulesIn(specs) {
  return new Map(specs.filter(({ kind, star }) => kind === "module" && !star).map(({ name, path }) => [name, path]));
}

// The imports of a file: `{kind, mod, alias, path, fields, specs, line}`, where `mod` is the node that says what is imported.
function importsOf(tree) {
  return toArray(tree.dict.imports).flatMap((node) => {
    const { mod, file, name, types, fields, specs } = node.dict;
    const line = lineOf(node);
    switch (variantOf(node)) {
      case "s-include":
        return [{ kind: "include", mod, line }];
      case "s-import":
        return [{ kind: "alias", mod: file, alias: textOf(name), line }];
      case "s-import-types":
        return [name, types].map((each) => ({ kind: "alias", mod: file, alias: textOf(each), line }));
      case "s-import-fields":
        return [{ kind: "fields", mod: file, fields: new Set(toArray(fields).map(textOf)), line }];
      case "s-include-from":
        return [{ kind: "from", path: toArray(mod).map(textOf), specs: toArray(specs).map(specOf), line }];
      default:
        return [];
    }
  });
}

// What a file provides: everything it defines if `all`; `listed` gives the original path of a name that it lists; `others` are
// `provide from` entries with the path of their module, `modules` the paths of modules that it passes on. `silent` means that
// it provides nothing; since nobody imports a file for nothing, what it defines is found if nothing else has the name.
function providedBy(tree) {
  const { _provide, "provided-types": types, provides } = tree.dict;
  const blocks = toArray(provides).map(({ dict: { path, specs } }) => {
    return { path: toArray(path).map(textOf), specs: toArray(specs).map(specOf) };
  });
  const specs = blocks.filter(({ path }) => path.length === 0).flatMap((block) => block.specs);
  const object = variantOf(_provide) === "s-provide" ? _provide.dict.block : null;
  const fields = new Map();
  if (object !== null && variantOf(object) === "s-obj") {
    for (const { dict } of toArray(object.dict.fields)) {
      fields.set(dict.name, [variantOf(dict.value) === "s-id" ? textOf(dict.value.dict.id) : dict.name]);
    }
  }
  const silent = blocks.length === 0 && variantOf(_provide) === "s-provide-none" && variantOf(types) === "s-provide-types-none";
  const all = (type) => variantOf(type ? types : _provide) === (type ? "s-provide-types-all" : "s-provide-all");
  const listed = new Map();
  if (variantOf(types) === "s-provide-types") {
    toArray(types.dict.ann).forEach(({ dict }) => listed.set(dict.name, [textOf(dict.ann.dict.id) ?? dict.name]));
  }
  return {
    all,
    silent,
    listed: (type, name, owner) => (type ? listed : fields).get(name) ?? through(specs, type, name, owner),
    others: blocks.filter(({ path }) => path.length > 0),
    modules: modulesIn(specs),
  };
}

class SourceFile {
  // `name` is shown to people; `origin` is `submission`, `support` (the prelude, too) or `generated`.
  // `id` stands for it in imports, since its location may contain characters that a program cannot.
  constructor({ id, location, uri, name, origin, tree }) {
    Object.assign(this, { id, location, uri, name, origin, tree });
    this.statements = statementsOf(tree).map((node, index) => new Statement(this, node, index));
    this.definitions = { values: new Map(), types: new Map() };
    for (const statement of this.statements) {
      for (const kind of ["values", "types"]) {
        for (const defined of statement.defines[kind]) {
          this.definitions[kind].set(defined, [...(this.definitions[kind].get(defined) ?? []), statement]);
        }
      }
    }
    this.imports = importsOf(tree);
    this.provided = providedBy(tree);
    // Filled by `reach.js`: what other files take from this one (`map`, `type List`), what it takes from where, the prefixes
    // that it uses, and the mentions that get another name.
    this.taken = new Set();
    this.takes = new Map();
    this.aliases = new Map();
    this.renamed = [];
  }

  // The data type that a value belongs to, or undefined.
  owner(value) {
    return this.defining(false, value).find(({ kind }) => kind === "s-data")?.node.dict.name;
  }

  get needed() {
    return this.statements.filter(({ needed }) => needed);
  }

  defining(type, name) {
    return this.definitions[type ? "types" : "values"].get(name) ?? [];
  }

  // The values of the file, each with its number of parameters if that is known, else null.
  get values() {
    const last = (statements) => statements[statements.length - 1];
    return new Map([...this.definitions.values].map(([name, statements]) => [name, parametersOf(last(statements), name)]));
  }

  // The bindings of the fields of a constructor. Empty if there is no such constructor.
  membersOf(constructor) {
    for (const { kind, node } of this.defining(false, constructor)) {
      const variant = kind === "s-data" ? toArray(node.dict.variants).find(({ dict }) => dict.name === constructor) : undefined;
      if (variant !== undefined) {
        return toArray(variant.dict.members ?? null).map(({ dict }) => dict.bind);
      }
    }
    return [];
  }

  fieldsOf(constructor) {
    return this.membersOf(constructor).map((bind) => boundNames(bind)[0] ?? "_");
  }

  annotationsOf(constructor) {
    return this.membersOf(constructor).map((bind) => bind.dict.ann);
  }

  // The contract of a value, `f :: Number -> Number`, or undefined.
  contract(name) {
    return this.statements.find(({ kind, node }) => kind === "s-contract" && textOf(node.dict.name) === name);
  }
}

module.exports = { SourceFile, modulesIn, through };
