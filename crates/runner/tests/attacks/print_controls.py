# Prints what would change the colors and the title of a terminal.
# expect: raised ValueError
def is_valid(edges, order):
    print("\x1b[31m\x1b]0;title\x07\x00\xff")
    raise ValueError("\x1b[31m\x00<script>alert(1)</script>")
