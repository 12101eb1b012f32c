// Fills the memory of WebAssembly.
// expect: out_of_memory
// seconds: 5
function isValid(edges, order) {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 65536 });
  for (;;) {
    memory.grow(128);
    new Uint8Array(memory.buffer, memory.buffer.byteLength - (128 << 16)).fill(1);
  }
}
