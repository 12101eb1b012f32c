function isValid(kind, value) {
  return false;
}
