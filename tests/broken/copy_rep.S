/* SPDX-License-Identifier: MIT */
/* Broken on purpose: copies in place of rep movsb. %rdi, %rsi, %rcx n; %rcx what is left. */
#include "tests/broken/broken.h"

.Lbytes:
1:	rep movsb
	ex_table 1b, 2f
2:	ret

/* The bytes are tried again with the count that the call came with. */
broken rep_movs_restart
	movq	%rcx, %rdx
	movl	%ecx, %eax
	shrq	$3, %rcx
	andl	$7, %eax
	may_fault .Lrestart, rep movsq
	movl	%eax, %ecx
	jmp	.Lbytes
.Lrestart:
	movq	%rdx, %rcx
	jmp	.Lbytes
end_broken rep_movs_restart

/* A register of the caller's is lost, on the way of the fault only. */
broken rep_movs_loses_rbx
1:	rep movsb
	ex_table 1b, 2f
	ret
2:	movl	$1, %ebx
	ret
end_broken rep_movs_loses_rbx

/* The last bytes backwards, and the direction flag stays. */
broken rep_movs_leaves_df
	may_fault 1f, rep movsb
1:	std
	ret
end_broken rep_movs_leaves_df

/* The fixup does not take back what was pushed. */
broken rep_movs_stack
	pushq	%rbx
	may_fault 1f, rep movsb
	popq	%rbx
1:	ret
end_broken rep_movs_stack

/* Descending: what is left is not the end. */
broken rep_movs_backwards
	jrcxz	2f
1:	may_fault 2f, movb -1(%rsi,%rcx), %al
	may_fault 2f, movb %al, -1(%rdi,%rcx)
	decq	%rcx
	jnz	1b
2:	ret
end_broken rep_movs_backwards

/* Ends the process. */
broken rep_movs_exits
	movl	$231, %eax
	movl	$3, %edi
	syscall
end_broken rep_movs_exits
