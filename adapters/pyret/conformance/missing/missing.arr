fun accept(kind, value):
  true
end
