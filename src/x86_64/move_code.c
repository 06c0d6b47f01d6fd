/* SPDX-License-Identifier: MIT */
/*
 * Moves instructions to another address: finds where each ends and what in it is
 * relative to the place it stands at. Knows the 64-bit instruction set as far as
 * lengths go; what it does not know it refuses.
 */
#include <string.h>
#include "src/alternative_internal.h"

struct instruction {
	size_t length;
	size_t relative;      /* offset of a 32-bit distance from its end; 0: none */
	size_t relative_byte; /* likewise of 8 bits */
};

/* Bits for opcodes x0..xf of a row. */
static bool in_set(const uint16_t *set, uint8_t opcode)
{
	return set[opcode >> 4] >> (opcode & 15) & 1;
}

/* What follows the opcode byte, by row of sixteen. */
static const uint16_t one_modrm[16] = {0x0f0f, 0x0f0f, 0x0f0f, 0x0f0f, 0,      0, 0x0a08, 0, 0xfffb,
				       0,      0,      0,      0x00c3, 0xff0f, 0, 0xc0c0};
static const uint16_t one_byte[16] = {0x1010, 0x1010, 0x1010, 0x1010, 0,      0, 0x0c00, 0,
				      0x0009, 0,      0x0100, 0x00ff, 0x0043, 0, 0,	 0};
static const uint16_t one_word[16] = {0x2020, 0x2020, 0x2020, 0x2020, 0,      0, 0x0300, 0,
				      0x0002, 0,      0x0200, 0xff00, 0x0080, 0, 0,	 0};
/* Not instructions of 64-bit code, or moves of the flow that nobody writes here. */
static const uint16_t one_refused[16] = {0xc0c0, 0xc0c0, 0xc080, 0x8080, 0,	 0,	 0xf007, 0,
					 0x0004, 0x0400, 0x000f, 0,	 0xfd34, 0x0070, 0x34f0, 0};
static const uint16_t two_no_modrm[16] = {0xcbf0, 0, 0,	     0xffff, 0,	     0, 0, 0x0080,
					  0xffff, 0, 0x0707, 0,	     0xff00, 0, 0, 0};
static const uint16_t two_byte[16] = {0, 0, 0,	    0,	    0,	    0, 0, 0x000f,
				      0, 0, 0x1010, 0x0400, 0x0074, 0, 0, 0};

/* The ModRM byte at code[at] and what belongs to it; its end, or 0. */
static size_t skip_modrm(const uint8_t *code, size_t n, size_t at, struct instruction *insn)
{
	uint8_t mode, base;

	if (at >= n)
		return 0;
	mode = code[at] >> 6;
	base = code[at] & 7;
	at++;
	if (mode == 3)
		return at;
	if (base == 4) { /* a SIB byte */
		if (at >= n)
			return 0;
		if ((code[at] & 7) == 5 && mode == 0)
			mode = 2;
		at++;
	} else if (base == 5 && mode == 0) {
		insn->relative = at;
		mode = 2;
	}
	return at + (mode == 1 ? 1 : mode == 2 ? 4 : 0);
}

/* Behind the opcode of map 2 or 3 (0F 38, 0F 3A), or 1 (0F), in any encoding. */
static size_t skip_operands(const uint8_t *code, size_t n, size_t at, unsigned int map,
			    uint8_t opcode, struct instruction *insn)
{
	if (map == 1 && in_set(two_no_modrm, opcode)) {
		if (opcode >> 4 == 8) { /* a conditional jump */
			insn->relative = at;
			return at + 4;
		}
		return at;
	}
	at = skip_modrm(code, n, at, insn);
	if (at && (map == 3 || (map == 1 && in_set(two_byte, opcode))))
		at++;
	return at;
}

static size_t skip_legacy(const uint8_t *code, size_t n, size_t at, bool word16, bool wide,
			  struct instruction *insn)
{
	uint8_t opcode = code[at++], reg;

	if (opcode == 0x0f) {
		unsigned int map = 1;

		if (at >= n)
			return 0;
		opcode = code[at++];
		if (opcode == 0x38 || opcode == 0x3a) {
			map = opcode == 0x38 ? 2 : 3;
			if (at >= n)
				return 0;
			opcode = code[at++];
		}
		return skip_operands(code, n, at, map, opcode, insn);
	}
	if (opcode >> 4 == 7 || opcode == 0xeb || (opcode >= 0xe0 && opcode <= 0xe3)) {
		insn->relative_byte = at;
		return at + 1;
	}
	if (opcode == 0xe8 || opcode == 0xe9) {
		insn->relative = at;
		return at + 4;
	}
	if (in_set(one_refused, opcode))
		return 0;
	reg = at < n ? code[at] >> 3 & 7 : 0;
	if (in_set(one_modrm, opcode)) {
		at = skip_modrm(code, n, at, insn);
		if (!at)
			return 0;
	}
	if (in_set(one_byte, opcode) || (opcode == 0xf6 && reg < 2))
		return at + 1;
	if (opcode >= 0xb8 && opcode <= 0xbf && wide)
		return at + 8;
	if (in_set(one_word, opcode) || (opcode == 0xf7 && reg < 2))
		return at + (word16 ? 2 : 4);
	return at;
}

static bool decode(const uint8_t *code, size_t n, struct instruction *insn)
{
	bool word16 = false, wide = false;
	size_t at = 0;

	memset(insn, 0, sizeof(*insn));
	/* Operand and address size, segments, lock, rep. */
	while (at < n && (code[at] == 0x66 || code[at] == 0x67 || code[at] == 0xf0 ||
			  code[at] == 0xf2 || code[at] == 0xf3 || (code[at] & 0xe7) == 0x26 ||
			  code[at] == 0x64 || code[at] == 0x65))
		word16 |= code[at++] == 0x66;
	if (at < n && code[at] >> 4 == 4)
		wide = code[at++] & 8;
	if (at >= n)
		return false;
	if (code[at] == 0xc5 && at + 2 < n) /* VEX, short */
		insn->length = skip_operands(code, n, at + 3, 1, code[at + 2], insn);
	else if (code[at] == 0xc4 && at + 3 < n) /* VEX */
		insn->length =
			skip_operands(code, n, at + 4, code[at + 1] & 31, code[at + 3], insn);
	else if (code[at] == 0x62 && at + 4 < n) /* EVEX */
		insn->length = skip_operands(code, n, at + 5, code[at + 1] & 7, code[at + 4], insn);
	else
		insn->length = skip_legacy(code, n, at, word16, wide, insn);
	return insn->length && insn->length <= n;
}

/* The processor's own instructions of 1 to 8 bytes that do nothing. */
static void fill_nothing(uint8_t *to, size_t n)
{
	static const uint8_t nothing[8][8] = {
		{0x90},
		{0x66, 0x90},
		{0x0f, 0x1f, 0x00},
		{0x0f, 0x1f, 0x40, 0x00},
		{0x0f, 0x1f, 0x44, 0x00, 0x00},
		{0x66, 0x0f, 0x1f, 0x44, 0x00, 0x00},
		{0x0f, 0x1f, 0x80, 0x00, 0x00, 0x00, 0x00},
		{0x0f, 0x1f, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00},
	};

	while (n) {
		size_t piece = n > 8 ? 8 : n;

		memcpy(to, nothing[piece - 1], piece);
		to += piece;
		n -= piece;
	}
}

bool uaccess__arch_move_code(uint8_t *to, const uint8_t *site, size_t length, const uint8_t *from,
			     size_t n)
{
	size_t at = 0;

	if (n > length)
		return false;
	memcpy(to, from, n);
	while (at < n) {
		struct instruction insn;

		if (!decode(from + at, n - at, &insn))
			return false;
		if (insn.relative_byte) {
			/* Within the replacement it moves along; to elsewhere it does not reach. */
			size_t target = at + insn.length +
					(size_t)(intptr_t)(int8_t)from[at + insn.relative_byte];

			if (target > n)
				return false;
		}
		if (insn.relative) {
			uint8_t *field = to + at + insn.relative;
			int32_t distance;
			int64_t moved, target;

			memcpy(&distance, field, sizeof(distance));
			target = (int64_t)(at + insn.length) + distance;
			/* What points into the replacement itself stays as it is. */
			if (target < 0 || target > (int64_t)n) {
				moved = distance +
					((int64_t)(intptr_t)from - (int64_t)(intptr_t)site);
				if (moved != (int32_t)moved)
					return false;
				distance = (int32_t)moved;
				memcpy(field, &distance, sizeof(distance));
			}
		}
		at += insn.length;
	}
	fill_nothing(to + n, length - n);
	return true;
}
