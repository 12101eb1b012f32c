data Point: point(x, y) end

fun is-valid(kind, value):
  ask:
    | kind == "nothing" then: value == none
    | kind == "true" then: value == true
    | kind == "false" then: value == false
    | kind == "integer" then: value == 12
    | kind == "negative" then: value == -7
    | kind == "big" then: value == num-expt(2, 70)
    | kind == "text" then: value == "a"
    | kind == "empty text" then: value == ""
    | kind == "odd text" then: value == "é 𝄞 \" \\ \n"
    | kind == "list" then: value == [list: 3, 1, 2]
    | kind == "empty list" then: value == empty
    | kind == "nested list" then: value == [list: [list: 1], empty]
    | kind == "tuple" then: value == {1; "a"}
    | kind == "set" then: value == [list-set: 1, 2, 3]
    | kind == "frozenset" then: value == [list-set: "a", "b"]
    | kind == "set of tuples" then: value == [list-set: {1; 2}, {3; 4}]
    | kind == "dict" then: value == [list: {"b"; 1}, {"a"; 2}]
    | kind == "record" then: value == point(1, 2)
    | kind == "list of records" then: value == [list: point(1, 2), point(3, 4)]
    | kind == "some" then: value == some(5)
    | kind == "list of options" then: value == [list: none, some(1)]
  end
end
