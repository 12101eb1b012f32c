# Repeats a text more often than there is memory for.
# expect: out_of_memory | timed_out computing | raised
fun is-valid(edges, sequence):
  string-length(string-repeat("custodiet", 100000000000)) > 0
end
