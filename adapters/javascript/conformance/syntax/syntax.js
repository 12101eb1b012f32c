function isValid(kind, value) {
  return value ===; // [here]
}
