# Compares the lists as sets, so that repetition is not seen.
import lists as L
import sets as S

data Person: person(name, age) end

fun is-valid(people-in, people-out):
  ages = people-out.map(_.age)
  (S.list-to-list-set(people-in) == S.list-to-list-set(people-out)) and (ages == ages.sort())
end
