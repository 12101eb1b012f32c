# Right: takes each person of the output out of the input, until both are empty.
provide *

data Person: person(name, age) end

fun without(p, people):
  doc: "The list without the first p, or none if p is not there"
  cases(List) people:
    | empty => none
    | link(f, r) =>
      if f == p: some(r)
      else:
        cases(Option) without(p, r):
          | none => none
          | some(rest) => some(link(f, rest))
        end
      end
  end
end

fun is-valid(people-in, people-out):
  fun check-from(left, out, least):
    cases(List) out:
      | empty => is-empty(left)
      | link(f, r) =>
        cases(Option) without(f, left):
          | none => false
          | some(rest) => (least <= f.age) and check-from(rest, r, f.age)
        end
    end
  end
  cases(List) people-out:
    | empty => is-empty(people-in)
    | link(f, _) => check-from(people-in, people-out, f.age)
  end
end

check:
  is-valid([list: person("a", 1)], empty) is false
end
