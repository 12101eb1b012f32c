# Asks of every person of the output whether the input has it as often; forgets who is missing.
data Person: person(name, age) end

fun is-valid(people-in, people-out):
  fun amount(p, people): people.filter(lam(q): q == p end).length() end
  ages = people-out.map(_.age)
  people-out.all(lam(p): amount(p, people-out) == amount(p, people-in) end) and (ages == ages.sort())
end
