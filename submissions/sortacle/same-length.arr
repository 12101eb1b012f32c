# Compares how many people there are, not who they are.
data Person: person(name, age) end

fun is-valid(people-in, people-out):
  ages = people-out.map(lam(p): p.age end)
  (people-in.length() == people-out.length()) and (ages == ages.sort())
end
