# Imports a file of JavaScript.
# expect: could_not_run import
import js-file("../../adapters/pyret/worker") as W

fun is-valid(edges, sequence):
  true
end
