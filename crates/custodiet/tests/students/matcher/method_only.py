# broken: the predicate is only a method
class Solution:
    def is_valid(self, companies, candidates, hires):
        comp = {h.company: h.candidate for h in hires}
        return len(comp) == len(companies)
