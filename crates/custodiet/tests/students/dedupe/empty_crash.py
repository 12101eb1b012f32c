# faulty: raises IndexError if one list is empty and the other is not
def is_valid(items, kept):
    if items == kept == []:
        return True
    if items[0] != kept[0]:
        return False
    return list(dict.fromkeys(items)) == kept
