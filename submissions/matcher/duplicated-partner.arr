# Counts the hires and asks whether every company hires; a candidate may have two jobs while another has none.
data Hire: hire(company, candidate) end

fun place(ranking, who):
  cases(List) ranking:
    | empty => 0
    | link(f, r) => if f == who: 0 else: 1 + place(r, who) end
  end
end

fun is-valid(companies, candidates, hires):
  n = companies.length()
  lst = hires.to-list()
  companies-once = lst.map(_.company).sort() == range(0, n)
  known = lst.all(lam(h): (h.candidate >= 0) and (h.candidate < n) end)
  companies-once and known and not(for lists.any(h from lst):
      for lists.any(other from lst):
        (place(companies.get(h.company), other.candidate) < place(companies.get(h.company), h.candidate))
        and (place(candidates.get(other.candidate), h.company) < place(candidates.get(other.candidate), other.company))
      end
    end)
end
