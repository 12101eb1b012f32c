fun is-valid(kind, value):
  if kind == "fine":
    true
  else:
    raise(value) # [here]
  end
end
