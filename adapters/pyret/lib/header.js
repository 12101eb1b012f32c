// Writes a file anew after `reach.js`: only the statements that are needed, and imports of exactly the names that they take from
// elsewhere. Line numbers stay the same.
"use strict";

const { toArray } = require("./tree");

function moduleText({ file, module }) {
  return file === undefined ? module : `file("${file.id}")`;
}

// The modules that a file takes something from, in the order of its imports, since loading them may change something: for each the
// prefixes that it uses, and the entries of `include from`. `loads` are files that have to be loaded, too.
function takenModules(file, loads) {
  const targets = file.imports.flatMap(({ target }) => (target?.missing === undefined && target !== undefined ? [target] : []));
  const order = targets.map(({ builtin, file: other }) => moduleText({ module: builtin, file: other }));
  const modules = new Map([...order, ...loads.map((other) => moduleText({ file: other }))].map((key) => [key, null]));
  const entry = (key) => {
    if (!modules.get(key)) {
      modules.set(key, { aliases: [], names: [] });
    }
    return modules.get(key);
  };
  loads.forEach((other) => entry(moduleText({ file: other })));
  for (const [alias, { builtin, file: target }] of file.aliases) {
    entry(moduleText({ module: builtin, file: target })).aliases.push(alias);
  }
  for (const [name, origin] of file.takes) {
    const spelled = name.replace(/^type /, "");
    const renamed = spelled === origin.name ? "" : ` as ${spelled}`;
    entry(moduleText(origin)).names.push(`${origin.type ? "type " : ""}${origin.name}${renamed}`);
  }
  return [...modules].filter(([, taken]) => taken !== null);
}

// `import M as P` and `include from P: … end` for everything that the file takes.
function headerOf(file, loads) {
  const lines = ["use context empty-context"];
  if (file.taken.size > 0) {
    // A type that is provided may be an alias of another one, which then has to be provided, too.
    const types = file.needed.flatMap(({ defines }) => defines.types.map((name) => `type ${name}`));
    lines.push(`provide: ${[...new Set([...file.taken, ...types])].join(", ")} end`);
  }
  takenModules(file, loads).forEach(([module, { aliases, names }], index) => {
    const own = `custodiet-${index}`;
    lines.push(...[own, ...aliases].map((alias) => `import ${module} as ${alias}`));
    if (names.length > 0) {
      lines.push(`include from ${own}: ${names.join(", ")} end`);
    }
  });
  return `${lines.join("\n")}\n`;
}

// Changes the tree of the file. `parse` makes a tree of a text.
async function rewrite(file, loads, parse, makeList) {
  const { dict } = await parse(headerOf(file, loads));
  for (const part of ["_use", "_provide", "provided-types", "provides", "imports"]) {
    file.tree.dict[part] = dict[part];
  }
  for (const { mention, spelled } of file.renamed) {
    const tree = await parse(mention.type ? `x :: ${spelled} = 1\n` : `${spelled}\n`);
    const [node] = toArray(tree.dict.block.dict.stmts);
    mention.replace(mention.type ? node.dict.name.dict.ann : node);
  }
  file.tree.dict.block.dict.stmts = makeList(file.needed.map(({ node }) => node));
}

module.exports = { rewrite };
