/* SPDX-License-Identifier: MIT */
/*
 * Registers the exception table of the module it is compiled into. Included by
 * <uaccess/extable.h>; nothing here is called by hand.
 *
 * Each object file brings a constructor and a destructor; one weak, hidden flag
 * in each module lets the first of them register and the last of them take the
 * table back. A constructor per object and no hand-made COMDAT .init_array
 * entry, because gcc's LTO drops the function such an entry names. Priority 101
 * is the first a program may use, so that other constructors find a table.
 */
#ifndef UACCESS_MODULE_H
#define UACCESS_MODULE_H

#ifndef UACCESS_EXTABLE_H
#error "include <uaccess/extable.h> instead"
#endif

/*
 * Made by the linker for the section; absent, and both 0, where a module has no
 * entries. Such a module hands over its empty table all the same: what it uses
 * of the library may need the fault handler.
 */
extern const struct uaccess_extable_entry __start___ex_table[]
	__attribute__((weak, visibility("hidden")));
extern const struct uaccess_extable_entry __stop___ex_table[]
	__attribute__((weak, visibility("hidden")));

/* One per module: how many constructors of it ran, less the destructors. */
__attribute__((weak, visibility("hidden"))) int uaccess__module_users;

__attribute__((constructor(101), unused)) static void uaccess__module_register(void)
{
	const struct uaccess_extable_entry *start = __start___ex_table;
	const struct uaccess_extable_entry *stop = __stop___ex_table;
	struct uaccess_extable_module module;

	if (uaccess__module_users++)
		return;
	module.size = sizeof(module);
	module.version = UACCESS_EXTABLE_VERSION;
	module.flags = UACCESS_EXTABLE_OF_MODULE;
	module.reserved = 0;
	module.start = start;
	module.stop = stop;
	module.name = NULL;
	(void)uaccess_extable_register(&module);
}

__attribute__((destructor(101), unused)) static void uaccess__module_unregister(void)
{
	if (--uaccess__module_users)
		return;
	(void)uaccess_extable_unregister(__start___ex_table);
}

#endif /* UACCESS_MODULE_H */
