# Imports itself.
# expect: timed_out computing | out_of_memory | could_not_run
import file("import_itself.arr") as Me

fun is-valid(edges, sequence):
  Me.is-valid(edges, sequence)
end
