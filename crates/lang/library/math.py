"""The constants of `math`; its functions are built in."""

e = 2.718281828459045
inf = float("inf")
nan = float("nan")
pi = 3.141592653589793
tau = 6.283185307179586
