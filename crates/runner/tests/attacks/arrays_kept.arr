# Fills the memory with mutable arrays that contain each other.
# expect: out_of_memory | timed_out computing
fun grow(inner):
  grow(raw-array-of(inner, 100000))
end

fun is-valid(edges, sequence):
  is-raw-array(grow(raw-array-of(0, 1)))
end
