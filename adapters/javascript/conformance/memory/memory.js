function isValid(kind, value) {
  const filled = [];
  while (value) filled.push(new Array(1000).fill(0));
  return true;
}
