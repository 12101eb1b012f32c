# Right: the ages are those of the input, sorted, and everybody is there as often as before.
use context essentials2020

fun is-valid(people-in, people-out):
  fun ages(people): people.map(_.age) end
  fun amount(p, people):
    for fold(n from 0, q from people):
      if p == q: n + 1 else: n end
    end
  end
  (ages(people-out) == ages(people-in).sort())
  and for lists.all(p from people-in): amount(p, people-in) == amount(p, people-out) end
end
