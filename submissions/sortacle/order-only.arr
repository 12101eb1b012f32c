# Looks at nothing but the order of the output.
data Person: person(name, age) end

fun is-valid(people-in, people-out):
  fun ordered(people):
    cases(List) people:
      | empty => true
      | link(f, r) =>
        if is-empty(r): true
        else: (f.age <= r.first.age) and ordered(r)
        end
    end
  end
  ordered(people-out)
end
