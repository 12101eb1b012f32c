# Never answers.
# expect: timed_out computing
fun loop(n): loop(n + 1) end

fun is-valid(edges, sequence):
  loop(0)
end
