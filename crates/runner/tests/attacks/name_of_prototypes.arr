# Defines the name by which the language below finds what all objects have in common.
# expect: could_not_run invalid
fun __proto__(value): value end

fun is-valid(edges, sequence):
  __proto__(true)
end
