function isValid(kind, value) {
  while (value);
  return true;
}
