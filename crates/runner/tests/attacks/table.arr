# Extends a table until the memory is full.
# expect: out_of_memory | timed_out computing
fun grow(t):
  grow(t.stack(t))
end

fun is-valid(edges, sequence):
  grow(table: a, b row: 1, 2 end).length() > 0
end
