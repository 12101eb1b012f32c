# Writes out a fraction to a billion digits.
# expect: timed_out computing | out_of_memory | raised
fun is-valid(edges, sequence):
  string-length(num-to-string-digits(1/7, 1000000000)) > 0
end
