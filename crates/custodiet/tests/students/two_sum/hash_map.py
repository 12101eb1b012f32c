# correct
class Solution:
    def twoSum(self, nums, target):
        seen = {}
        for i, x in enumerate(nums):
            if target - x in seen:
                return [seen[target - x], i]
            seen[x] = i
        return None

    def check(self, nums, target, answer):
        if answer is None:
            return self.twoSum(nums, target) is None
        a, b = answer
        ok = range(len(nums))
        return a in ok and b in ok and a != b and nums[a] + nums[b] == target


def is_valid(numbers, target, answer):
    return Solution().check(numbers, target, answer)
