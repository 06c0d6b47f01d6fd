# SPDX-License-Identifier: MIT
"""CPython: faulthandler before us and after us, and signals that its own handlers get."""
import ctypes
import faulthandler
import os
import signal
import sys

how, bridge_path = sys.argv[1:3]
EBUSY = 16


def load():
    return ctypes.CDLL(bridge_path)


def ten_thousand(bridge):
    assert bridge.bridge_faults(10000) == 10000


if how == "before":  # faulthandler lies behind us: its fault still gets there
    faulthandler.enable()
    ten_thousand(load())
    faulthandler._sigsegv()
elif how == "after":  # it displaces us, and is found out
    bridge = load()
    ten_thousand(bridge)
    faulthandler.enable()
    assert bridge.uaccess_check() == -EBUSY
    assert bridge.uaccess_reinstall() == 0
    ten_thousand(bridge)
    faulthandler._sigsegv()
elif how == "gone":  # it displaces us, and puts us back
    bridge = load()
    faulthandler.enable()
    faulthandler.disable()
    assert bridge.uaccess_check() == 0
    ten_thousand(bridge)
elif how == "sent":  # in turn: a fault of ours, a signal for a handler of Python's
    sent = 0

    def count(signo, frame):
        global sent
        sent += 1

    signal.signal(signal.SIGSEGV, count)
    signal.signal(signal.SIGBUS, count)
    bridge = load()
    right = 0
    for i in range(10000):
        right += bridge.bridge_faults(1)
        os.kill(os.getpid(), signal.SIGBUS if i % 2 else signal.SIGSEGV)
    print(right, sent)
