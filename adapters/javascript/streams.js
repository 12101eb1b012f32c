// Standard input and output belong to the protocol. The submission gets empty input and prints to standard error.
"use strict";

const fs = require("fs");
const { Readable, Writable } = require("stream");

const { readSync, writeSync } = fs;
const INPUT = 0;
const ANSWERS = 1;
const PRINTED = 2;

function writeAll(file, bytes) {
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
}

// Takes the streams away from the submission. Returns the input lines, and a function that writes an answer.
function take() {
  const printed = new Writable({
    write(chunk, _encoding, done) {
      writeAll(PRINTED, chunk);
      done();
    },
  });
  const give = (name, value) => Object.defineProperty(process, name, { value, configurable: true });
  give("stdout", printed);
  give("stderr", printed);
  give("stdin", Readable.from([]));
  process.argv = [process.argv[0], ""];
  for (const name of ["write", "writeSync", "writev", "writevSync", "writeFile", "writeFileSync", "appendFileSync"]) {
    const original = fs[name];
    fs[name] = (file, ...rest) => original.call(fs, file === ANSWERS ? PRINTED : file, ...rest);
  }
  const { readFileSync } = fs;
  fs.readSync = (file, ...rest) => (file === INPUT ? 0 : readSync(file, ...rest));
  fs.readFileSync = (file, ...rest) => readFileSync(file === INPUT ? "/dev/null" : file, ...rest);
  return { lines: lines(), answer: (line) => writeAll(ANSWERS, Buffer.from(line + "\n")) };
}

function* lines() {
  const chunk = Buffer.allocUnsafe(1 << 16);
  let begun = [];
  for (;;) {
    const length = readSync(INPUT, chunk);
    if (length === 0) return;
    let start = 0;
    for (let end; (end = chunk.indexOf(10, start)) !== -1 && end < length; start = end + 1) {
      begun.push(Buffer.from(chunk.subarray(start, end)));
      yield (begun.length === 1 ? begun[0] : Buffer.concat(begun)).toString();
      begun = [];
    }
    if (start < length) begun.push(Buffer.from(chunk.subarray(start, length)));
  }
}

module.exports = { take };
