# Imports a file that is not its own.
# expect: could_not_run import
import file("../../sibling/solution.py") as S

fun is-valid(edges, sequence):
  true
end
