fun is-valid(kind, value):
  true
end
