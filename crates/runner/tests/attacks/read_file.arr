# Reads the submission of another student by Pyret's own module.
# expect: raised message-exception
import filesystem as F

fun is-valid(edges, sequence):
  string-contains(F.read-file-string("../../sibling/solution.py"), "CANARY")
end
