fun is-valid(kind, value):
  value.length() == 2
end
