// Is not a function.
// expect: could_not_run missing
const isValid = true;
