# Looks at the clock until it is late.
# expect: timed_out computing
fun until(time):
  if time-now() > time: true else: until(time) end
end

fun is-valid(edges, sequence):
  until(time-now() + 20000)
end
