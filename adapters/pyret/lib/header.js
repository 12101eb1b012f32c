// Writes a file anew after `reach.js`: only the statements that are needed, and imports of exactly the names that they take from
// elsewhere. Line numbers stay the same.
"use strict";

const { toArray } = require("./tree");

function moduleText({ file, module }) {
  return file === undefined ? module : `file(${JSON.stringify(file.location)})`;
}

// `import M as P` and `include from P: … end` for everything that the file takes.
function headerOf(file) {
  const lines = ["use context empty-context"];
  for (const [alias, { builtin, file: target }] of file.aliases) {
    lines.push(`import ${moduleText({ module: builtin, file: target })} as ${alias}`);
  }
  const byModule = new Map();
  for (const [name, origin] of file.takes) {
    const key = moduleText(origin);
    const spelled = name.replace(/^type /, "");
    const renamed = spelled === origin.name ? "" : ` as ${spelled}`;
    byModule.set(key, [...(byModule.get(key) ?? []), `${origin.type ? "type " : ""}${origin.name}${renamed}`]);
  }
  // Files that are needed for what they change only.
  for (const { target } of file.imports) {
    const key = target?.file === undefined ? null : moduleText({ file: target.file });
    if (key !== null && isLoaded(target.file) && !byModule.has(key)) {
      byModule.set(key, []);
    }
  }
  [...byModule].forEach(([module, names], index) => {
    const alias = `custodiet-${index}`;
    lines.push(`import ${module} as ${alias}`);
    if (names.length > 0) {
      lines.push(`include from ${alias}: ${names.join(", ")} end`);
    }
  });
  if (file.taken.size > 0) {
    lines.splice(1, 0, `provide: ${[...file.taken].join(", ")} end`);
  }
  return `${lines.join("\n")}\n`;
}

// Whether anything in a file, or in those that it imports, is needed.
function isLoaded(file, seen = new Set()) {
  if (seen.has(file)) {
    return false;
  }
  seen.add(file);
  const imported = file.imports.flatMap(({ target }) => target?.file ?? []);
  return file.statements.some(({ needed }) => needed) || imported.some((other) => isLoaded(other, seen));
}

// Changes the tree of the file. `parse` makes a tree of a text.
async function rewrite(file, parse, makeList) {
  const { dict } = await parse(headerOf(file));
  for (const part of ["_use", "_provide", "provided-types", "provides", "imports"]) {
    file.tree.dict[part] = dict[part];
  }
  for (const { mention, spelled } of file.renamed) {
    const tree = await parse(mention.type ? `x :: ${spelled} = 1\n` : `${spelled}\n`);
    const [node] = toArray(tree.dict.block.dict.stmts);
    mention.replace(mention.type ? node.dict.name.dict.ann : node);
  }
  const kept = file.statements.filter(({ needed }) => needed).map(({ node }) => node);
  file.tree.dict.block.dict.stmts = makeList(kept);
}

module.exports = { isLoaded, rewrite };
