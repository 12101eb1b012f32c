# faulty: rejects paintings other than the first one found
def is_valid(borders, colors, painted):
    regions = list(dict.fromkeys(r for b in borders for r in b))

    def solve(partial):
        if len(partial) == len(regions):
            return partial
        region = regions[len(partial)]
        for color in range(colors):
            if all(partial.get(b if a == region else a) != color for a, b in borders if region in (a, b)):
                result = solve({**partial, region: color})
                if result is not None:
                    return result
        return None

    return solve({}) == painted
