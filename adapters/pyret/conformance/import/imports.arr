import nowhere-to-be-found as N # [here]

fun is-valid(kind, value):
  N.accept(value)
end
