# Looks up the ranking of whoever is hired: raises where the output has an id that is not in the input.
data Hire: hire(company, candidate) end

fun place(ranking, who):
  cases(List) ranking:
    | empty => raise("not ranked: " + tostring(who))
    | link(f, r) => if f == who: 0 else: 1 + place(r, who) end
  end
end

fun is-valid(companies, candidates, hires):
  lst = hires.to-list()
  n = companies.length()
  blocking = for lists.any(h from lst):
    for lists.any(other from lst):
      (place(companies.get(h.company), other.candidate) < place(companies.get(h.company), h.candidate))
      and (place(candidates.get(other.candidate), h.company) < place(candidates.get(other.candidate), other.company))
    end
  end
  not(blocking) and (lst.map(_.company).sort() == range(0, n)) and (lst.map(_.candidate).sort() == range(0, n))
end
