# Imports a file that is not its own.
# expect: could_not_run invalid
import file("../../sibling/solution.py") as S

fun is-valid(edges, sequence):
  S.is-valid(edges, sequence)
end
