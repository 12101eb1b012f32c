# Compares data that contain themselves.
# expect: timed_out | out_of_memory | raised | accepted | rejected
data Box: box(ref content) end

fun is-valid(edges, sequence) block:
  first = box(0)
  second = box(0)
  first!{content: first}
  second!{content: first}
  first!{content: second}
  equal-now(first, second) and (torepr(first) == torepr(second))
end
