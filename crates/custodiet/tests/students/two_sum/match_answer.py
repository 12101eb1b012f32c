# correct
def is_valid(numbers: list[int], target: int, answer: tuple[int, int] | None) -> bool:
    match answer:
        case None:
            return not any(
                x + y == target for k, x in enumerate(numbers) for y in numbers[k + 1 :]
            )
        case (i, j) if 0 <= min(i, j) < max(i, j) < len(numbers):
            return numbers[i] + numbers[j] == target
        case _:
            return False
