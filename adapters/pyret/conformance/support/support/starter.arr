provide *

fun accept(value):
  value == 1
end
