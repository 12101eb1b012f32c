# Sorts the input itself and wants exactly that output. Too strict: people of the same age may come in any order.
data Person: person(name, age) end

fun is-valid(people-in, people-out):
  sorted = people-in.sort-by({(a, b): a.age < b.age}, {(a, b): a.age == b.age})
  sorted == people-out
end
