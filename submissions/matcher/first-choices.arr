# Calls a matching stable if no company and candidate are each other's first choice without being matched.
data Hire: hire(company, candidate) end

fun is-valid(companies, candidates, hires):
  ids = range(0, companies.length())
  lst = hires.to-list()
  matching = (lst.map(_.company).sort() == ids) and (lst.map(_.candidate).sort() == ids)
  matching and for lists.all(company from ids):
    favourite = companies.get(company).first
    not(candidates.get(favourite).first == company) or hires.member(hire(company, favourite))
  end
end
