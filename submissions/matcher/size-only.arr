# Wants as many hires as companies, and nothing else.
data Hire: hire(company, candidate) end

fun is-valid(companies, candidates, hires):
  hires.size() == companies.length()
end
