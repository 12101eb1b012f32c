# Iterates over more numbers than there is memory for.
# expect: out_of_memory | timed_out computing
fun is-valid(edges, sequence) block:
  for each(n from range(0, 4000000000)): n end
  true
end
