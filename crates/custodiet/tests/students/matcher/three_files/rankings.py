def above(ranking, who):
    """Those who are ranked above someone, best first."""
    return ranking[: ranking.index(who)]


def likes_more(ranking, one, other):
    return ranking.index(one) < ranking.index(other)
