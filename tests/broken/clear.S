/* SPDX-License-Identifier: MIT */
/* Broken on purpose: clears. %rdi destination, %rcx n, %rax 0; %rcx what is left. */
#include "tests/broken/broken.h"

/* Clears by words, then bytes; the defect is in the argument that says what. */
.macro	clear_words decrement=decq, counter=%rcx, fixup=.Lwords_exact
	movl	%ecx, %edx
	andl	$7, %edx
	shrq	$3, %rcx
	jz	2f
1:
	may_fault \fixup, movq %rax, (%rdi)
	addq	$8, %rdi
	\decrement \counter
	jnz	1b
2:	movl	%edx, %ecx
	jrcxz	4f
3:	may_fault 4f, movb %al, (%rdi)
	incq	%rdi
	decl	%ecx
	jnz	3b
4:	ret
.endm

.Lwords_exact:
	leaq	(%rdx,%rcx,8), %rcx
	ret

/* The entry names the move before the last store, and not the store. */
broken clear_user_label_before
	movl	%ecx, %edx
	shrq	$3, %rcx
	may_fault .Lbyte_fault, rep stosq
.Lwrong_label:
	movl	%edx, %ecx
	ex_table .Lwrong_label, .Lleave
	andl	$7, %ecx
	rep stosb
.Lleave:
	ret
.Lbyte_fault:
	andl	$7, %edx
	leaq	(%rdx,%rcx,8), %rcx
	ret
end_broken clear_user_label_before

/* A word that reaches into a bad page is not cleared at all. */
broken clear_user_no_progress
	clear_words
end_broken clear_user_no_progress

/* The bytes behind the words are forgotten in the residue. */
broken clear_user_claims_too_much
	clear_words fixup=.Lwords_only
.Lwords_only:
	shlq	$3, %rcx
	ret
end_broken clear_user_claims_too_much

/* Counts words in 32 bits. */
broken clear_user_32_bits
	clear_words decrement=decl, counter=%ecx
end_broken clear_user_32_bits

/* Leaves something in %rax, which the next alternative at the place relies on being 0. */
broken clear_user_leaves_rax
	movq	%rcx, %rdx
	may_fault 1f, rep stosb
1:	leaq	1(%rdi), %rax
	ret
end_broken clear_user_leaves_rax

/* Goes on at the instruction that faulted. */
broken clear_user_hangs
1:	rep stosb
	ex_table 1b, 1b
	ret
end_broken clear_user_hangs

/* Stores a word ahead of what it counts: more is cleared than the residue says. */
broken clear_user_stores_ahead
	movq	%rcx, %rdx
	cmpq	$16, %rcx
	jb	2f
1:	may_fault 4f, movq %rax, (%rdi)
	may_fault 4f, movq %rax, 8(%rdi)
	addq	$16, %rdi
	subq	$16, %rcx
	cmpq	$16, %rcx
	jae	1b
2:	jrcxz	4f
3:	may_fault 4f, movb %al, (%rdi)
	incq	%rdi
	decq	%rcx
	jnz	3b
4:	ret
end_broken clear_user_stores_ahead

/* Clears eight bytes where four are left. */
broken clear_user_too_wide
	jrcxz	3f
	cmpq	$4, %rcx
	jne	2f
	may_fault 3f, movq %rax, (%rdi)
	xorl	%ecx, %ecx
	ret
2:	may_fault 3f, rep stosb
3:	ret
end_broken clear_user_too_wide

/* Clears nothing, and says so, once in a while. */
broken clear_user_forgets
	cmpq	$77, %rcx
	je	1f
	may_fault 1f, rep stosb
1:	ret
end_broken clear_user_forgets
