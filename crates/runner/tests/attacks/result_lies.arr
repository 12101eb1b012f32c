# Promises a Boolean, and returns something else.
# expect: raised type-mismatch
fun is-valid(edges, sequence) -> Boolean:
  "true"
end
