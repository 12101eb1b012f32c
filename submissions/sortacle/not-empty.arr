# Takes the first of the output without asking whether there is one: raises on an empty output.
data Person: person(name, age) end

fun is-valid(people-in, people-out):
  fun amount(p, people): people.filter(lam(q): q == p end).length() end
  fun ordered-from(p, rest):
    cases(List) rest:
      | empty => true
      | link(f, r) => (p.age <= f.age) and ordered-from(f, r)
    end
  end
  ordered-from(people-out.first, people-out.rest)
  and (people-in.length() == people-out.length())
  and people-in.all(lam(p): amount(p, people-in) == amount(p, people-out) end)
end
