import file("more/helpers.arr") as H

fun is-valid(kind, value):
  H.accept(value)
end
