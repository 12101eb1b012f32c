# Right: everybody is listed equally often, and ages do not decrease.
use context starter2024

data Person:
  | person(name :: String, age :: Number)
end

fun times(p :: Person, people :: List<Person>) -> Number:
  people.filter(lam(q): q == p end).length()
end

fun ordered(people :: List<Person>) -> Boolean:
  cases(List) people:
    | empty => true
    | link(first, rest) =>
      cases(List) rest:
        | empty => true
        | link(second, _) => (first.age <= second.age) and ordered(rest)
      end
  end
end

fun is-valid(people-in :: List<Person>, people-out :: List<Person>) -> Boolean:
  same-times = lam(p): times(p, people-in) == times(p, people-out) end
  people-in.all(same-times) and people-out.all(same-times) and ordered(people-out)
where:
  is-valid(empty, empty) is true
  is-valid([list: person("a", 2), person("b", 1)], [list: person("b", 1), person("a", 2)]) is true
  is-valid([list: person("a", 2)], [list: person("a", 2), person("a", 2)]) is false
end
