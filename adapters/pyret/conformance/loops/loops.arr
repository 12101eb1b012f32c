fun forever():
  forever()
end

fun is-valid(kind, value):
  if value: forever() else: true end
end
