# Fills the memory with a list, and the processor's time with that.
# expect: out_of_memory | timed_out computing
fun grow(items): grow(link(items, items)) end

fun is-valid(edges, sequence):
  is-link(grow(empty))
end
