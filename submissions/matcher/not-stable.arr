# A complete matching without anybody new; forgets to ask whether it is stable.
data Hire: hire(company, candidate) end

fun is-valid(companies, candidates, hires):
  ids = range(0, companies.length())
  lst = hires.to-list()
  (lst.map(_.company).sort() == ids) and (lst.map(_.candidate).sort() == ids)
end
