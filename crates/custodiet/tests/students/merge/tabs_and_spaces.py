# broken: mixes tabs and spaces
def is_valid(left, right, merged):
	if len(left) + len(right) != len(merged):
		return False
        return sorted(left + right) == merged
