known = raise("not known") # [here]

fun is-valid(kind, value):
  known.member(value)
end
