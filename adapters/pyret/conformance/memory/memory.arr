fun fill(filled):
  fill(link([list: 1, 2, 3], filled))
end

fun is-valid(kind, value):
  if value: fill(empty) else: true end
end
