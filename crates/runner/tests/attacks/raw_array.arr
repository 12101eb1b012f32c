# Asks for an array with more elements than there is memory.
# expect: out_of_memory | timed_out computing | raised
fun is-valid(edges, sequence):
  raw-array-length(raw-array-of(0, 100000000000)) > 0
end
