# Fills the memory within a task, and wants to go on when there is none.
# expect: out_of_memory | timed_out computing
fun grow(items): grow(link(items, items)) end

fun again() block:
  run-task(lam(): grow(empty) end)
  again()
end

fun is-valid(edges, sequence):
  again()
end
