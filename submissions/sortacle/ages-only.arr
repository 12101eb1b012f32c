# Compares ages only: anybody of the right age will do.
data Person: person(name, age) end

fun is-valid(people-in, people-out):
  people-out.map(_.age) == people-in.map(_.age).sort()
end
