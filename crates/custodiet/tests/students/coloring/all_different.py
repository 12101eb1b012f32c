# faulty: rejects regions apart that share a color
def is_valid(borders, colors, painted):
    regions = {r for b in borders for r in b}
    if painted.keys() != regions:
        return False
    used = list(painted.values())
    return len(used) == len(set(used)) and all(0 <= c < colors for c in used)
