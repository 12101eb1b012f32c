"""Pay an amount with as few coins as possible, out of an unlimited supply of the given coins.

The output says how many of each coin are used, and is None if the amount cannot be paid.
"""

from typing import NewType, Optional

from custodiet import Input, Output, error_subproperty, group, scope, subproperty

Coin = NewType("Coin", int)
Count = NewType("Count", int)


def is_valid(coins: Input[frozenset[Coin]], amount: Input[int], given: Output[Optional[dict[Coin, Count]]]) -> bool: ...


scope(Coin=range(1, 5), coins=3, amount=range(7), Count=range(-1, 7), given=3)
scope.large(Coin=range(1, 26), coins=6, amount=range(100), Count=range(-1, 100), given=6)

group("PAYS", ["known_coins", "positive_counts", "right_total"])


def fewest_coins(coins: frozenset[Coin], amount: int) -> Optional[int]:
    """The smallest number of coins that add up to the amount, or None if none do."""
    needed: list[Optional[int]] = [0]
    for part in range(1, amount + 1):
        best: Optional[int] = None
        for coin in coins:
            if coin > part:
                continue
            before = needed[part - coin]
            if before is not None and (best is None or before + 1 < best):
                best = before + 1
        needed.append(best)
    return needed[amount]


def greedy_coins(coins, amount):
    """How many coins it takes to always choose the largest that fits, and what is left to pay."""
    used = 0
    for coin in sorted(coins, reverse=True):
        times, amount = divmod(amount, coin)
        used += times
    return used, amount


def total(given):
    return sum(coin * times for coin, times in given.items())


@subproperty(hint="What if the amount can be paid, but the output says it cannot?")
def pays_if_possible(coins, amount, given):
    """The output is None only if no coins add up to the amount."""
    return given is not None or fewest_coins(coins, amount) is None


@subproperty(hint="What if the output uses a coin that does not exist?")
def known_coins(coins, given):
    """Only coins from the input are used."""
    return given is None or given.keys() <= coins


@subproperty(hint="What if some coin is used minus one times, or zero times?")
def positive_counts(given):
    """Each coin in the output is used at least once."""
    return given is None or all(times > 0 for times in given.values())


@subproperty(hint="What if the coins are worth more or less than the amount?")
def right_total(amount, given):
    """The coins used are worth exactly the amount."""
    return given is None or total(given) == amount


@subproperty(hint="Could the same amount be paid with fewer coins?")
def fewest(coins, amount, given):
    """No smaller number of coins adds up to the amount."""
    best = fewest_coins(coins, amount)
    return given is None or best is None or sum(given.values()) <= best


@error_subproperty(instead_of=["fewest"], hint="Is it always best to take the largest coin first?")
def as_few_as_greedy(coins, amount, given):
    """Compares with the number of coins needed when always taking the largest one."""
    used, left = greedy_coins(coins, amount)
    return given is None or left > 0 or sum(given.values()) <= used


@error_subproperty(instead_of=["right_total"], hint="Is it enough that the customer gets no more than is due?")
def not_too_much(amount, given):
    """Checks only that the coins are not worth more than the amount."""
    return given is None or total(given) <= amount
