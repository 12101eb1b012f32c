# Has the interpreter call it back forever, before anything else.
# expect: timed_out computing
import ctypes

CALL = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)


@CALL
def again(_):
    ctypes.pythonapi.Py_AddPendingCall(again, None)
    return 0


def is_valid(edges, order):
    ctypes.pythonapi.Py_AddPendingCall(again, None)
    while True:
        pass
