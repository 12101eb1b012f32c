"""Computes one largest choice and rejects all others."""


def is_valid(requests, chosen):
    answer = []
    for r in sorted(requests, key=lambda r: (r.end, r.start)):
        if not answer or r.start >= answer[-1].end:
            answer.append(r)
    return len(chosen) == len(answer) and set(chosen) == set(answer)
