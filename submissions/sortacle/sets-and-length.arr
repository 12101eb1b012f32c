# Compares the sets and the lengths: one person too often makes up for another too seldom.
data Person: person(name, age) end

fun is-valid(people-in, people-out):
  ages = people-out.map(_.age)
  every = lam(some-of, people): some-of.all(lam(p): people.member(p) end) end
  (people-in.length() == people-out.length())
  and every(people-in, people-out) and every(people-out, people-in)
  and (ages == ages.sort())
end
