fun is-valid(kind, value):
  false
end
