# Imports a file from a server. Nothing is fetched.
# expect: could_not_run
import url("http://127.0.0.1:9/evil.arr") as E

fun is-valid(edges, sequence):
  E.is-valid(edges, sequence)
end
