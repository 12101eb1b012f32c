# Of two equal keys the one of the smaller side is kept.
def case_0():
    return {False: 1}.keys() & {0: 6, "a": 4}.keys(), {0: 6, "a": 4}.keys() & {False: 1}.keys()


def case_1():
    return {False: 1}.keys() & {0}, {False: 1}.keys() & [0], {0} & {False: 1}.keys(), {False: 1, 2: 2}.keys() & {0}


def case_2():
    return {False: 1}.keys() | {0}, {0} | {False: 1}.keys(), {False: 1}.keys() - {1}, {False: 1}.keys() ^ {2}
