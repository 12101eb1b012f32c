fun is-valid(kind, value) block:
  print(value)
  true
end
