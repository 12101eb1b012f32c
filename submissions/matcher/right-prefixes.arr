# Right: for each company, everybody it likes better than its own must be happier where they are.
provide *
import lists as L

data Hire: hire(company, candidate) end

fun before(ranking, who):
  doc: "Those who are ranked above someone"
  cases(List) ranking:
    | empty => empty
    | link(f, r) => if f == who: empty else: link(f, before(r, who)) end
  end
end

fun is-valid(companies, candidates, hires):
  n = companies.length()
  known = hires.all(lam(h): (h.company < n) and (h.candidate < n) and (h.company >= 0) and (h.candidate >= 0) end)
  fun once(lst): lst == L.distinct(lst) end
  pairs = hires.to-list()
  if not(known) or not(pairs.length() == n) or not(once(pairs.map(_.company))) or not(once(pairs.map(_.candidate))):
    false
  else:
    for L.all(h from pairs):
      for L.all(better from before(companies.get(h.company), h.candidate)):
        rival = pairs.filter(lam(other): other.candidate == better end).first
        not(before(candidates.get(better), rival.company).member(h.company))
      end
    end
  end
end
