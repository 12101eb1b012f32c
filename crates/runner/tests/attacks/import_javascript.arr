# Imports a file of JavaScript.
# expect: could_not_run invalid
import js-file("../../adapters/pyret/worker") as W

fun is-valid(edges, sequence):
  W.main(edges)
end
