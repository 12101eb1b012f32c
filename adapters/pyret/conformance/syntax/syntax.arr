fun is-valid(kind, value: # [here]
  true
end
