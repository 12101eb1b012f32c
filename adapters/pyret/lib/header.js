// Writes a file anew after `reach.js`: only the statements that are needed, and imports of exactly the names that they take from
// elsewhere. Line numbers stay the same.
"use strict";

const { toArray } = require("./tree");

function moduleText({ file, module }) {
  return file === undefined ? module : `file(${JSON.stringify(file.location)})`;
}

// `import M as P` and `include from P: … end` for everything that the file takes. `loads` are files that have to be loaded, too.
function headerOf(file, loads) {
  const lines = ["use context empty-context"];
  if (file.taken.size > 0) {
    lines.push(`provide: ${[...file.taken].join(", ")} end`);
  }
  for (const [alias, { builtin, file: target }] of file.aliases) {
    lines.push(`import ${moduleText({ module: builtin, file: target })} as ${alias}`);
  }
  const byModule = new Map(loads.map((other) => [moduleText({ file: other }), []]));
  for (const [name, origin] of file.takes) {
    const key = moduleText(origin);
    const spelled = name.replace(/^type /, "");
    const renamed = spelled === origin.name ? "" : ` as ${spelled}`;
    byModule.set(key, [...(byModule.get(key) ?? []), `${origin.type ? "type " : ""}${origin.name}${renamed}`]);
  }
  [...byModule].forEach(([module, names], index) => {
    const alias = `custodiet-${index}`;
    lines.push(`import ${module} as ${alias}`);
    if (names.length > 0) {
      lines.push(`include from ${alias}: ${names.join(", ")} end`);
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
