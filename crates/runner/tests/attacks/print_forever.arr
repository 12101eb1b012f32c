# Prints until it is killed.
# expect: timed_out
fun flood(text) block:
  print(text)
  flood(text)
end

fun is-valid(edges, sequence):
  flood(string-repeat("x", 10000))
end
