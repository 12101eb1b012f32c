# Answers with an object that tells the language below how to write it.
# expect: not_a_boolean Object
fun is-valid(edges, sequence):
  {valueOf: lam(): true end, toJSON: lam(): true end}
end
