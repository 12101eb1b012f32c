// The compiler of the Pyret adapter: reads `{"compile": …}` and `{"check": …}` lines from standard input, answers each on standard
// output.
//
//     node compile.js INSTALLATION
"use strict";

require("./lib/script").acceptCaches();

const fs = require("fs");
const path = require("path");
const readline = require("readline");
const { Compiler, Failure } = require("./lib/compiler");

function answer(object) {
  fs.writeSync(1, `${JSON.stringify(object)}\n`);
}

async function main([installation]) {
  // Pyret's parser reports its errors on the console.
  console.log = console.error = () => {};
  const compiler = await Compiler.start(path.resolve(installation));
  for await (const line of readline.createInterface({ input: process.stdin })) {
    const { compile, check } = JSON.parse(line);
    try {
      await (compile === undefined ? compiler.check(check) : compiler.compile(compile));
      answer({ compiled: true });
    } catch (error) {
      if (!(error instanceof Failure)) {
        throw error;
      }
      answer({ failed: error.fields });
    }
  }
}

main(process.argv.slice(2)).catch((error) => {
  process.stderr.write(`compile: ${error.stack || error}\n`);
  process.exit(1);
});
