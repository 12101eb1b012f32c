# Compares values that never know whether they are equal.
# expect: timed_out computing
fun loop(): loop() end

data Odd: odd(n) with: method _equals(self, other, compare): loop() end end

fun is-valid(edges, sequence):
  odd(1) == odd(2)
end
