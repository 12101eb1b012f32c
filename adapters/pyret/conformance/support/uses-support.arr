include shared-gdrive("starter.arr", "1abc")

fun is-valid(kind, value):
  accept(value)
end
