# Raises something that shows itself forever.
# expect: timed_out computing
fun loop(): loop() end

fun is-valid(edges, sequence):
  raise({
      method _output(self): loop() end,
      method render-reason(self): loop() end
    })
end
