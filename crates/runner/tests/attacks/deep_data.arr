# Writes out data that are nested more deeply than any stack.
# expect: out_of_memory | timed_out computing | raised
data Nested: leaf | node(inner) end

fun nest(count, inner):
  if count == 0: inner else: nest(count - 1, node(inner)) end
end

fun is-valid(edges, sequence):
  string-length(torepr(nest(100000, leaf))) > 0
end
