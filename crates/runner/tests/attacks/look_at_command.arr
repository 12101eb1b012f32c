# Looks for secrets among the arguments of its process.
# expect: raised | could_not_run | rejected
import cmdline-lib as C

fun is-valid(edges, sequence):
  C.command-line-arguments().length() > 100
end
