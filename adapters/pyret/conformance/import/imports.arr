import file("nowhere-to-be-found.arr") as N # [here]

fun is-valid(kind, value):
  N.accept(value)
end
