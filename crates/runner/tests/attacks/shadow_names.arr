# Gives names of the language another meaning, for itself only.
# expect: not_a_boolean some
provide: is-valid as raise, is-valid as is-boolean end
shadow link = lam(first, rest): empty end
shadow is-boolean = lam(value): true end
shadow raise = lam(value): value end
shadow _plus = lam(a, b): true end

fun is-valid(edges, sequence):
  raise(some(true))
end
