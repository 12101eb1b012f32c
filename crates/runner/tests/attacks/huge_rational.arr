# Computes with exact numbers that double their length each time.
# expect: timed_out computing | out_of_memory
fun grow(n): grow((n * n) + (1 / n)) end

fun is-valid(edges, sequence):
  grow(3) > 0
end
