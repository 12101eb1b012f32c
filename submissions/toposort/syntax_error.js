// Does not parse.
function isValid(edges, order)
  return true;
}
