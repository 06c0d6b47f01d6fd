# SPDX-License-Identifier: MIT
# For gdb: expected faults pass by, entries and faults print readably, and
# "uaccess-entry PC" shows the exception table's entry for an instruction.
#
# gdb loads this file by itself next to the library (its auto-load folder), or
# by "source uaccess.gdb.py".

import re

import gdb

TYPES = {
    1: "DEFAULT", 2: "FAULT", 3: "UACCESS", 14: "DEFAULT_MCE_SAFE", 15: "FAULT_MCE_SAFE",
    16: "POP_REG", 17: "IMM_REG", 19: "UCOPY_LEN", 20: "ZEROPAD", 64: "ERR_ZERO", 65: "INFO",
}
REGISTERS = ["rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi", "rdi",
             "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15"]
FLAGS = [(1, "ADDRESS"), (2, "READ"), (4, "WRITE"), (8, "RECOVERED")]


def symbol(address):
    text = gdb.execute("info symbol %d" % address, to_string=True).strip()
    return "%#x <%s>" % (address, text.split(" in section")[0]) if "No symbol" not in text \
        else "%#x" % address


def register(number):
    return REGISTERS[number] if number < len(REGISTERS) else "reg%d" % number


def describe(entry):
    """The entry at an address, in one line."""
    inferior = gdb.selected_inferior()
    memory = bytes(inferior.read_memory(entry, 12))
    insn = int.from_bytes(memory[0:4], "little", signed=True)
    fixup = int.from_bytes(memory[4:8], "little", signed=True)
    data = int.from_bytes(memory[8:12], "little", signed=True)
    return "insn %s, fixup %s, %s reg %s reg2 %s imm %d" % (
        symbol(entry + insn), symbol(entry + 4 + fixup),
        TYPES.get(data & 0xff, "type %d" % (data & 0xff)),
        register(data >> 8 & 0x1f), register(data >> 13 & 0x1f), data >> 18)


class EntryPrinter:
    def __init__(self, value):
        self.value = value

    def to_string(self):
        return "{%s}" % describe(int(self.value.address))


class FaultPrinter:
    def __init__(self, value):
        self.value = value

    def to_string(self):
        v = self.value
        flags = int(v["flags"])
        names = "|".join(name for bit, name in FLAGS if flags & bit) or "0"
        address = "%#x" % int(v["address"]) if flags & 1 else "unknown"
        return "{signal %d code %d trap %d error %#x address %s pc %s fixup %s flags %s count %d}" % (
            int(v["signo"]), int(v["code"]), int(v["trap"]), int(v["error_code"]), address,
            symbol(int(v["pc"])), symbol(int(v["fixup"])), names, int(v["count"]))


def printers(value):
    name = value.type.strip_typedefs().unqualified().tag
    if name == "uaccess_extable_entry" and value.address is not None:
        return EntryPrinter(value)
    if name == "uaccess_fault":
        return FaultPrinter(value)
    return None


def tables():
    """The exception tables of all loaded files. Calls nothing in the program."""
    for line in gdb.execute("info files", to_string=True).splitlines():
        found = re.match(r"\s*(0x[0-9a-f]+) - (0x[0-9a-f]+) is __ex_table(?: in (.*))?$", line)
        if found:
            yield int(found[1], 16), int(found[2], 16), found[3] or "the program"


class EntryCommand(gdb.Command):
    """uaccess-entry [PC]: the exception table's entry for an instruction, by default $pc."""

    def __init__(self):
        super().__init__("uaccess-entry", gdb.COMMAND_DATA)

    def invoke(self, argument, from_tty):
        pc = int(gdb.parse_and_eval(argument or "$pc"))
        for start, end, name in tables():
            memory = bytes(gdb.selected_inferior().read_memory(start, end - start))
            for at in range(0, len(memory), 12):
                insn = int.from_bytes(memory[at:at + 4], "little", signed=True)
                if start + at + insn == pc:
                    print("%s: %s" % (name, describe(start + at)))
                    return
        print("no entry for %s" % symbol(pc))


gdb.pretty_printers.append(printers)
EntryCommand()
for signal in ("SIGSEGV", "SIGBUS"):
    # Most of them are expected; one that is not ends the process, which gdb shows.
    gdb.execute("handle %s nostop noprint pass" % signal, to_string=True)
