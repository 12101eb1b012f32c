# Rejects the empty instance: nobody to match, nobody matched. Too strict.
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
  matching = is-link(lst) and (lst.map(_.company).sort() == ids) and (lst.map(_.candidate).sort() == ids)
  matching and not(for lists.any(h from lst):
      for lists.any(other from lst):
        (place(companies.get(h.company), other.candidate) < place(companies.get(h.company), h.candidate))
        and (place(candidates.get(other.candidate), h.company) < place(candidates.get(other.candidate), other.company))
      end
    end)
end
