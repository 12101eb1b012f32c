# Raises a function, and an object with a message that is one.
# expect: raised
fun is-valid(edges, sequence):
  raise({message: lam(): raise(lam(): nothing end) end, stack: 1, exn: lam(): 2 end})
end
