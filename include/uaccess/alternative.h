/* SPDX-License-Identifier: MIT */
/*
 * Code that is chosen once, when its module is loaded, by what the CPU can do.
 *
 * As the kernel's: a site holds the default instructions, padded to the longest
 * replacement; where the CPU has a replacement's feature, the site is overwritten
 * with it. Of several replacements the last one that fits wins. An exception table
 * entry for the first instruction of the site serves every replacement that
 * faults in its first instruction.
 *
 *	__asm__ volatile(UACCESS_ALTERNATIVE("slow", "fast", UACCESS_CPU_ERMS) : ...);
 *	UACCESS_ALTERNATIVE_2(old, new1, feature1, new2, feature2), UACCESS_ALTERNATIVE_3
 *
 * A feature is one UACCESS_CPU_* of <uaccess/routine.h>, UACCESS_ALT_ALWAYS, or
 * either in UACCESS_ALT_NOT(). A replacement may call and may name memory relative
 * to %rip. It must not jump out by a short jump, and no code may jump into a site.
 * Inline asm in a function that may keep data below the stack pointer must call
 * with UACCESS_ALT_CALL(), which steps over the red zone.
 *
 * The pages that change are copied, changed while they cannot be executed, and put
 * in place of the old ones: none is ever writable and executable. Where the system
 * refuses that, the default stays. The record and the module record are ABI.
 */
#ifndef UACCESS_ALTERNATIVE_H
#define UACCESS_ALTERNATIVE_H

#include "cpu_features.h" /* beside this file: kernel sources have no other path to it */

#define UACCESS_ALTERNATIVE_VERSION 1

#define UACCESS_ALT_ALWAYS	 0			  /* any CPU */
#define UACCESS_ALT_NEVER	 0x40000000		  /* what no process can use */
#define UACCESS_ALT_NOT(feature) ((feature) + 0x80000000) /* a CPU without it */

#ifndef UACCESS_NO_KERNEL_NAMES
#define ALT_NOT UACCESS_ALT_NOT
#endif

/* Pads the site, which begins at label 771, to the length of the replacement from..to. */
#define UACCESS_ASM_ALT_PAD(from, to, here)                                             \
	here ":\n\t.skip -(((" to "f-" from "f)-(" here "b-771b)) > 0)*((" to "f-" from \
	     "f)-(" here "b-771b)),0x90\n"

#ifdef __ASSEMBLER__

/* clang-format off */
.macro	uaccess_alt_replacement from, to, insn
	.pushsection uaccess_replacement, "a?", @progbits
\from :
	\insn
\to :
	.popsection
.endm

.macro	uaccess_alt_pad site, from, to
.Luaccess_pad_\@ :
	.skip	-(((\to - \from) - (.Luaccess_pad_\@ - \site)) > 0) * ((\to - \from) - (.Luaccess_pad_\@ - \site)), 0x90
.endm

.macro	uaccess_alt_record site, end, from, to, feature
	.pushsection uaccess_alternatives, "ao?", @progbits, \site
	.balign	4
	.long	\site - .
	.long	\from - .
	.long	\feature
	.byte	\end - \site
	.byte	\to - \from
	.short	0
	.popsection
.endm

.macro	ALTERNATIVE old, new, feature
.Luaccess_site_\@ :
	\old
	uaccess_alt_pad .Luaccess_site_\@, .Luaccess_from_\@, .Luaccess_to_\@
.Luaccess_end_\@ :
	uaccess_alt_replacement .Luaccess_from_\@, .Luaccess_to_\@, "\new"
	uaccess_alt_record .Luaccess_site_\@, .Luaccess_end_\@, .Luaccess_from_\@, .Luaccess_to_\@, (\feature)
.endm

.macro	ALTERNATIVE_2 old, new1, feature1, new2, feature2
.Luaccess_site_\@ :
	\old
	uaccess_alt_pad .Luaccess_site_\@, .Luaccess_from1_\@, .Luaccess_to1_\@
	uaccess_alt_pad .Luaccess_site_\@, .Luaccess_from2_\@, .Luaccess_to2_\@
.Luaccess_end_\@ :
	uaccess_alt_replacement .Luaccess_from1_\@, .Luaccess_to1_\@, "\new1"
	uaccess_alt_replacement .Luaccess_from2_\@, .Luaccess_to2_\@, "\new2"
	uaccess_alt_record .Luaccess_site_\@, .Luaccess_end_\@, .Luaccess_from1_\@, .Luaccess_to1_\@, (\feature1)
	uaccess_alt_record .Luaccess_site_\@, .Luaccess_end_\@, .Luaccess_from2_\@, .Luaccess_to2_\@, (\feature2)
.endm

.macro	ALTERNATIVE_3 old, new1, feature1, new2, feature2, new3, feature3
.Luaccess_site_\@ :
	\old
	uaccess_alt_pad .Luaccess_site_\@, .Luaccess_from1_\@, .Luaccess_to1_\@
	uaccess_alt_pad .Luaccess_site_\@, .Luaccess_from2_\@, .Luaccess_to2_\@
	uaccess_alt_pad .Luaccess_site_\@, .Luaccess_from3_\@, .Luaccess_to3_\@
.Luaccess_end_\@ :
	uaccess_alt_replacement .Luaccess_from1_\@, .Luaccess_to1_\@, "\new1"
	uaccess_alt_replacement .Luaccess_from2_\@, .Luaccess_to2_\@, "\new2"
	uaccess_alt_replacement .Luaccess_from3_\@, .Luaccess_to3_\@, "\new3"
	uaccess_alt_record .Luaccess_site_\@, .Luaccess_end_\@, .Luaccess_from1_\@, .Luaccess_to1_\@, (\feature1)
	uaccess_alt_record .Luaccess_site_\@, .Luaccess_end_\@, .Luaccess_from2_\@, .Luaccess_to2_\@, (\feature2)
	uaccess_alt_record .Luaccess_site_\@, .Luaccess_end_\@, .Luaccess_from3_\@, .Luaccess_to3_\@, (\feature3)
.endm
/* clang-format on */

#else /* !__ASSEMBLER__ */

#include <stdint.h>
#include <uaccess/compiler.h>
#include <uaccess/routine.h>

UACCESS_EXTERN_C_BEGIN

/* One replacement of one site. The first two are relative to themselves. */
struct uaccess_alternative {
	int32_t site;
	int32_t replacement;
	uint32_t feature;
	uint8_t length; /* of the site */
	uint8_t replacement_length;
	uint16_t reserved;
};

/* What a module hands over. */
struct uaccess_alternative_module {
	uint32_t size;	  /* sizeof(struct uaccess_alternative_module) as compiled */
	uint32_t version; /* UACCESS_ALTERNATIVE_VERSION as compiled */
	const struct uaccess_alternative *start, *stop;
};

/*
 * uaccess_alternatives_apply - choose for every site of a module. Called by the
 * constructor that comes with this header, before other threads can be in the
 * module's code. Returns 0; -EINVAL for a record that is not known or not
 * sound (nothing was changed then); or what mmap(), mprotect() or mremap() said:
 * sites then stay as they are. Not async-signal-safe.
 */
UACCESS_API int uaccess_alternatives_apply(const struct uaccess_alternative_module *module);

#define UACCESS_ASM_ALT_STR_(x) #x
#define UACCESS_ASM_ALT_STR(x)	UACCESS_ASM_ALT_STR_(x)

#define UACCESS_ASM_ALT_NEW(from, to, text) from ":\n\t" text "\n" to ":\n\t"

#define UACCESS_ASM_ALT_RECORD(from, to, feature)                             \
	".balign 4\n\t"                                                       \
	".long 771b - .\n\t"                                                  \
	".long " from "b - .\n\t"                                             \
	".long " UACCESS_ASM_ALT_STR(feature) "\n\t"                          \
					      ".byte 779b - 771b\n\t"         \
					      ".byte " to "b - " from "b\n\t" \
					      ".short 0\n\t"

#define UACCESS_ASM_ALT_REPLACEMENTS(text) \
	".pushsection uaccess_replacement,\"a?\",@progbits\n" text ".popsection\n"
#define UACCESS_ASM_ALT_RECORDS(id, text)                                                      \
	".pushsection uaccess_alternatives,\"ao?\",@progbits,.Luaccess_alt_%=_" id "\n\t" text \
	".popsection\n\t"
#define UACCESS_ASM_ALT_SITE(id, old, pads) \
	".Luaccess_alt_%=_" id ":\n771:\n\t" old "\n" pads "779:\n\t"

/* The last argument of each is the number that makes its label unique. */
#define UACCESS_ASM_ALT_1(old, n1, f1, id)                                         \
	UACCESS_ASM_ALT_SITE(id, old, UACCESS_ASM_ALT_PAD("7731", "7741", "7751")) \
	UACCESS_ASM_ALT_REPLACEMENTS(UACCESS_ASM_ALT_NEW("7731", "7741", n1))      \
	UACCESS_ASM_ALT_RECORDS(id, UACCESS_ASM_ALT_RECORD("7731", "7741", f1))

#define UACCESS_ASM_ALT_2(old, n1, f1, n2, f2, id)                                    \
	UACCESS_ASM_ALT_SITE(id, old,                                                 \
			     UACCESS_ASM_ALT_PAD("7731", "7741", "7751")              \
				     UACCESS_ASM_ALT_PAD("7732", "7742", "7752"))     \
	UACCESS_ASM_ALT_REPLACEMENTS(UACCESS_ASM_ALT_NEW("7731", "7741", n1)          \
					     UACCESS_ASM_ALT_NEW("7732", "7742", n2)) \
	UACCESS_ASM_ALT_RECORDS(id, UACCESS_ASM_ALT_RECORD("7731", "7741", f1)        \
					    UACCESS_ASM_ALT_RECORD("7732", "7742", f2))

#define UACCESS_ASM_ALT_3(old, n1, f1, n2, f2, n3, f3, id)                                    \
	UACCESS_ASM_ALT_SITE(id, old,                                                         \
			     UACCESS_ASM_ALT_PAD("7731", "7741", "7751")                      \
				     UACCESS_ASM_ALT_PAD("7732", "7742", "7752")              \
					     UACCESS_ASM_ALT_PAD("7733", "7743", "7753"))     \
	UACCESS_ASM_ALT_REPLACEMENTS(UACCESS_ASM_ALT_NEW("7731", "7741", n1)                  \
					     UACCESS_ASM_ALT_NEW("7732", "7742", n2)          \
						     UACCESS_ASM_ALT_NEW("7733", "7743", n3)) \
	UACCESS_ASM_ALT_RECORDS(id, UACCESS_ASM_ALT_RECORD("7731", "7741", f1)                \
					    UACCESS_ASM_ALT_RECORD("7732", "7742", f2)        \
						    UACCESS_ASM_ALT_RECORD("7733", "7743", f3))

#define UACCESS_ALTERNATIVE(old, n1, f1) \
	UACCESS_ASM_ALT_1(old, n1, f1, UACCESS_ASM_ALT_STR(__COUNTER__))
#define UACCESS_ALTERNATIVE_2(old, n1, f1, n2, f2) \
	UACCESS_ASM_ALT_2(old, n1, f1, n2, f2, UACCESS_ASM_ALT_STR(__COUNTER__))
#define UACCESS_ALTERNATIVE_3(old, n1, f1, n2, f2, n3, f3) \
	UACCESS_ASM_ALT_3(old, n1, f1, n2, f2, n3, f3, UACCESS_ASM_ALT_STR(__COUNTER__))

/* A call from inline asm; the flags change. */
#define UACCESS_ALT_CALL(function) "addq $-128, %%rsp\n\tcall " function "\n\tsubq $-128, %%rsp"

#ifndef UACCESS_NO_KERNEL_NAMES
#define ALTERNATIVE   UACCESS_ALTERNATIVE
#define ALTERNATIVE_2 UACCESS_ALTERNATIVE_2
#define ALTERNATIVE_3 UACCESS_ALTERNATIVE_3
#endif

#ifndef UACCESS_NO_REGISTRATION
extern const struct uaccess_alternative __start_uaccess_alternatives[]
	__attribute__((weak, visibility("hidden")));
extern const struct uaccess_alternative __stop_uaccess_alternatives[]
	__attribute__((weak, visibility("hidden")));

/* One per module: the first constructor does it; see <uaccess/module.h> for the why. */
__attribute__((weak, visibility("hidden"))) int uaccess__module_alternatives;

__attribute__((constructor(101), unused)) static void uaccess__module_choose(void)
{
	struct uaccess_alternative_module module;

	if (uaccess__module_alternatives++)
		return;
	module.size = sizeof(module);
	module.version = UACCESS_ALTERNATIVE_VERSION;
	module.start = __start_uaccess_alternatives;
	module.stop = __stop_uaccess_alternatives;
	(void)uaccess_alternatives_apply(&module);
}
#endif

UACCESS_EXTERN_C_END

#endif /* __ASSEMBLER__ */
#endif /* UACCESS_ALTERNATIVE_H */
