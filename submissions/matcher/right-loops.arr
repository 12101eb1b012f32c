# Right: complete, nobody twice, nobody new, and no pair that would rather be together.
use context starter2024
import sets as S

data Hire:
  | hire(company :: Number, candidate :: Number)
end

fun position(ranking :: List<Number>, who :: Number) -> Number:
  cases(List) ranking:
    | empty => raise("not ranked")
    | link(f, r) => if f == who: 0 else: 1 + position(r, who) end
  end
end

fun is-valid(companies :: List<List<Number>>, candidates :: List<List<Number>>, hires :: S.Set<Hire>) -> Boolean:
  everybody = range(0, companies.length())
  all-hires = hires.to-list()
  is-matching = (all-hires.map(_.company).sort() == everybody) and (all-hires.map(_.candidate).sort() == everybody)

  fun staff-of(company):
    all-hires.filter(lam(h): h.company == company end).first.candidate
  end
  fun employer-of(candidate):
    all-hires.filter(lam(h): h.candidate == candidate end).first.company
  end
  fun would-switch(company, candidate):
    ranking = companies.get(company)
    other-ranking = candidates.get(candidate)
    (position(ranking, candidate) < position(ranking, staff-of(company)))
    and (position(other-ranking, company) < position(other-ranking, employer-of(candidate)))
  end

  is-matching and everybody.all(lam(company):
      not(everybody.any(lam(candidate): would-switch(company, candidate) end))
    end)
where:
  is-valid(empty, empty, [S.list-set: ]) is true
  is-valid([list: [list: 0]], [list: [list: 0]], [S.list-set: hire(0, 0)]) is true
  is-valid([list: [list: 0]], [list: [list: 0]], [S.list-set: ]) is false
end
