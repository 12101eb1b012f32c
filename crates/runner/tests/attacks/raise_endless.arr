# Raises something that shows itself for ever.
# expect: timed_out computing
fun loop(): loop() end

fun is-valid(edges, sequence):
  raise({
      method _output(self): loop() end,
      method render-reason(self): loop() end
    })
end
