# Starts a reactor that never stops.
# expect: raised | timed_out | could_not_run
import reactors as R

fun is-valid(edges, sequence):
  is-nothing(R.interact(reactor: init: 0, on-tick: lam(n): n + 1 end, stop-when: lam(n): false end end))
end
