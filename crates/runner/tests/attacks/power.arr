# A number of ten billion digits, in one step.
# expect: timed_out computing | out_of_memory | raised
fun is-valid(edges, sequence):
  num-expt(10, 10000000000) > 0
end
