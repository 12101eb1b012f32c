# coding: unicode_escape
# expect: accepted
# Hides its text in a comment, by an encoding that ends the line. \u000adef is_valid(edges, order):\u000a    return True
