# Asks whether everybody is hired and nobody wants to switch; hires of others, or second ones, are not noticed.
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
  fun staff(company): lst.filter(lam(h): h.company == company end).map(_.candidate) end
  fun employers(candidate): lst.filter(lam(h): h.candidate == candidate end).map(_.company) end
  fun prefers(ranking, who, partners): partners.all(lam(p): place(ranking, who) < place(ranking, p) end) end
  ids.all(lam(c): is-link(staff(c)) end)
  and ids.all(lam(c): is-link(employers(c)) end)
  and ids.all(lam(company):
      ids.all(lam(candidate):
          not(prefers(companies.get(company), candidate, staff(company))
              and prefers(candidates.get(candidate), company, employers(candidate)))
        end)
    end)
end
