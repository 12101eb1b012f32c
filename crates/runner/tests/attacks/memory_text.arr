# Fills the memory with text.
# expect: out_of_memory | timed_out computing
fun grow(text, all):
  longer = text + text
  grow(longer, link(string-to-upper(longer), all))
end

fun is-valid(edges, sequence):
  grow("abcdefgh", empty)
end
