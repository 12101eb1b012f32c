# Looks at a value that shows itself forever.
# expect: timed_out computing
fun loop(): loop() end

fun is-valid(edges, sequence) block:
  hidden = {method _output(self): loop() end}
  spy: hidden end
  true
end
