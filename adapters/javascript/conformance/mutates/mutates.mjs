export function isValid(kind, value) {
  const asSent = value.length === 2;
  value.length = 0;
  return asSent;
}
