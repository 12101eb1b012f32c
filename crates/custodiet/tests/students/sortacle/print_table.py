# correct
def show(title, people):
    print("=== %s ===" % title)
    for n, p in enumerate(people, 1):
        print(f"{n:>3}. {p.name!s:<10} {p.age:3d}")


def is_valid(people_in, people_out):
    show("input", people_in)
    show("output", people_out)
    ages = [p.age for p in people_out]
    if ages != sorted(ages):
        print("not sorted")
        return False
    rows = [f"{p.name}/{p.age}" for p in people_in]
    for row in (f"{p.name}/{p.age}" for p in people_out):
        if row in rows:
            rows.remove(row)
        else:
            print("who is", row)
            return False
    print("left:", ", ".join(rows) or "nobody")
    return len(rows) == 0
