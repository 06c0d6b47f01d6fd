// SPDX-License-Identifier: MIT
// uaccess::try_call(): callables, and exceptions carried over.
#include <cerrno>
#include <stdexcept>
#include <string>
#include <uaccess/try.hpp>
#include "tests/tap.h"

int main()
{
	int ran = 0;
	std::string said;
	uaccess_fault fault{};

	tap_ok(uaccess::try_call([&] { ran++; }) == 0 && ran == 1, "a lambda with a capture");
	tap_ok(uaccess::try_call([&] { *static_cast<volatile int *>(nullptr) = ran; }, &fault) ==
			       -EFAULT &&
		       (fault.flags & UACCESS_FAULT_WRITE),
	       "a fault in it");
	try {
		uaccess::try_call([] { throw std::runtime_error("carried"); });
	} catch (const std::runtime_error &error) {
		said = error.what();
	}
	tap_ok(said == "carried", "an exception comes out of it");
	tap_ok(uaccess::try_call([&] { *static_cast<volatile int *>(nullptr) = ran; }) == -EFAULT,
	       "and a fault after that is caught");
	return tap_done();
}
