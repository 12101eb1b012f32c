fun is-valid(kind, value):
  value
end
