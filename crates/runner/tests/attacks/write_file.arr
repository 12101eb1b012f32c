# Writes among the results of others by Pyret's own module.
# expect: raised
import file as F

fun is-valid(edges, sequence) block:
  out = F.output-file("../../results/mine", false)
  out.display("forged")
  out.close-file()
  true
end
