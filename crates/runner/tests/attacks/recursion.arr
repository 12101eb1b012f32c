# Calls itself forever. Pyret's stack is in the heap.
# expect: out_of_memory | timed_out computing
fun down(n): 1 + down(n + 1) end

fun is-valid(edges, sequence):
  down(0) > 0
end
