# correct
def is_valid(borders, colors, painted):
    return (
        painted.keys() == {r for border in borders for r in border}
        and all(c in range(colors) for c in painted.values())
        and not any(painted[a] == painted[b] for a, b in borders)
    )
