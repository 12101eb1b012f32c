# Gives an object the brand of another, and answers with it.
# expect: not_a_boolean
fun is-valid(edges, sequence) block:
  mine = brander()
  mine.brand({answer: true, _torepr: true})
end
