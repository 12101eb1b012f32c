# Ends within a text.
# expect: could_not_run syntax
fun is-valid(edges, sequence):
  "true
end
