/* SPDX-License-Identifier: MIT */
/*
 * uaccess::try_call(callable [, &fault]): uaccess_try() for C++. What the
 * callable throws is carried over the C frame and thrown again here. After a
 * fault no destructor inside the callable has run.
 */
#ifndef UACCESS_TRY_HPP
#define UACCESS_TRY_HPP

#include <exception>
#include <type_traits>
#include <uaccess/fault.h>

namespace uaccess
{

template <typename Callable> int try_call(Callable &&callable, uaccess_fault *fault = nullptr)
{
	struct state {
		typename std::remove_reference<Callable>::type *callable;
		std::exception_ptr thrown;
	} state = {&callable, nullptr};

	int result = uaccess_try(
		[](void *arg) {
			auto *s = static_cast<struct state *>(arg);
			try {
				(*s->callable)();
			} catch (...) {
				s->thrown = std::current_exception();
			}
		},
		&state, fault);
	if (state.thrown)
		std::rethrow_exception(state.thrown);
	return result;
}

} // namespace uaccess

#endif /* UACCESS_TRY_HPP */
