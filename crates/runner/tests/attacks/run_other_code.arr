# Compiles and runs other code, by the modules of the compiler itself.
# expect: raised
import load-lib as L
import runtime-lib as R

fun is-valid(edges, sequence):
  L.is-success-result(L.run-program(R.make-runtime(), L.empty-realm(), "", {}, empty))
end
