# coding: utf-7
# expect: accepted
# Hides its text in an encoding in which it reads otherwise.
+AGQ-ef is_valid(edges, order):
    return +AFQ-rue
