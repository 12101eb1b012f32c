class Preferences:
    def __init__(self, lists):
        self.lists = lists

    def better_than(self, who, partner):
        """Everyone whom `who` ranks above the partner."""
        result = []
        for other in self.lists[who]:
            if other == partner:
                return result
            result.append(other)
        return result
