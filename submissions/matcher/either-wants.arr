# Uses or where and is meant: rejects as soon as one side would rather switch. Too strict.
data Hire: hire(company, candidate) end

fun place(ranking, who):
  cases(List) ranking:
    | empty => 0
    | link(f, r) => if f == who: 0 else: 1 + place(r, who) end
  end
end

fun is-valid(companies, candidates, hires):
  ids = range(0, companies.length())
  lst = hires.to-list()
  matching = (lst.map(_.company).sort() == ids) and (lst.map(_.candidate).sort() == ids)
  matching and for lists.all(h from lst):
    for lists.all(other from lst):
      not((place(companies.get(h.company), other.candidate) < place(companies.get(h.company), h.candidate))
          or (place(candidates.get(other.candidate), h.company) < place(candidates.get(other.candidate), other.company)))
    end
  end
end
