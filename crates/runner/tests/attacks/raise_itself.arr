# Raises something that holds itself, and a function.
# expect: raised raise
data Knot: knot(ref me, act) end

fun is-valid(edges, sequence) block:
  it = knot(nothing, lam(): nothing end)
  it!{me: it}
  raise({it; lam(): it end; [list: it]})
end
