# Draws an image that is larger than the memory.
# expect: raised | out_of_memory | could_not_run
include image

fun is-valid(edges, sequence):
  is-list(image-to-color-list(rectangle(1000000, 1000000, "solid", "red")))
end
