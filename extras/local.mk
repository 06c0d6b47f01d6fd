# SPDX-License-Identifier: MIT
# What other tools are helped with, installed where they look.

pkgdata_DATA = %D%/uaccess.supp %D%/faults.bt
gdb_autoloaddir = $(datadir)/gdb/auto-load$(libdir)
EXTRA_DIST += $(pkgdata_DATA) %D%/uaccess.gdb.py

# gdb loads a script by the name of the file that a library's soname leads to.
install-data-hook: install-gdb-script
install-gdb-script:
	$(MKDIR_P) "$(DESTDIR)$(gdb_autoloaddir)"
	$(INSTALL_DATA) $(srcdir)/%D%/uaccess.gdb.py \
		"$(DESTDIR)$(gdb_autoloaddir)/$(UACCESS_SHARED_NAME)-gdb.py"
uninstall-hook: uninstall-gdb-script
uninstall-gdb-script:
	rm -f "$(DESTDIR)$(gdb_autoloaddir)/$(UACCESS_SHARED_NAME)-gdb.py"
.PHONY: install-gdb-script uninstall-gdb-script
