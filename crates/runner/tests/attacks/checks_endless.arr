# Has tests that never end, and that answer. Tests are not run.
# expect: accepted
fun loop(): loop() end

fun is-valid(edges, sequence):
  true
where:
  is-valid(loop(), loop()) is false
end

check "endless":
  loop() is true
end

examples:
  is-valid(empty, empty) raises "x"
end
