# Uses < and so rejects people of the same age, even one person listed twice. Too strict.
data Person: person(name, age) end

fun is-valid(people-in, people-out):
  fun amount(p, people): people.filter(lam(q): q == p end).length() end
  fun increasing(people):
    cases(List) people:
      | empty => true
      | link(f, r) =>
        cases(List) r:
          | empty => true
          | link(s, _) => (f.age < s.age) and increasing(r)
        end
    end
  end
  (people-in.length() == people-out.length())
  and people-in.all(lam(p): amount(p, people-in) == amount(p, people-out) end)
  and increasing(people-out)
end
