fun is-valid(value):
  true
end
