# Asks a server by Pyret's own module.
# expect: rejected | raised | could_not_run
import fetch as F

fun is-valid(edges, sequence):
  is-string(F.fetch("http://127.0.0.1:9/"))
end
