/* SPDX-License-Identifier: MIT */
/* The bridge as an addon of Node. Its few functions are declared here, so that no header is needed. */
#include <stddef.h>
#include <stdint.h>

typedef void *napi_env, *napi_value, *napi_callback_info;
typedef napi_value (*napi_callback)(napi_env env, napi_callback_info info);

extern int napi_create_function(napi_env env, const char *name, size_t length, napi_callback fn,
				void *data, napi_value *result);
extern int napi_set_named_property(napi_env env, napi_value object, const char *name,
				   napi_value value);
extern int napi_get_cb_info(napi_env env, napi_callback_info info, size_t *count,
			    napi_value *arguments, napi_value *self, void **data);
extern int napi_get_value_int64(napi_env env, napi_value value, int64_t *result);
extern int napi_create_int64(napi_env env, int64_t value, napi_value *result);

long bridge_faults(long count);
int bridge_count_passed(void);
long bridge_passed(int signo);

static int64_t argument(napi_env env, napi_callback_info info)
{
	napi_value value = NULL;
	int64_t number = 0;
	size_t count = 1;

	napi_get_cb_info(env, info, &count, &value, NULL, NULL);
	if (count)
		napi_get_value_int64(env, value, &number);
	return number;
}

static napi_value number(napi_env env, int64_t value)
{
	napi_value result = NULL;

	napi_create_int64(env, value, &result);
	return result;
}

static napi_value faults(napi_env env, napi_callback_info info)
{
	return number(env, bridge_faults(argument(env, info)));
}

static napi_value count_passed(napi_env env, napi_callback_info info)
{
	(void)info;
	return number(env, bridge_count_passed());
}

static napi_value passed(napi_env env, napi_callback_info info)
{
	return number(env, bridge_passed((int)argument(env, info)));
}

static void add(napi_env env, napi_value exports, const char *name, napi_callback fn)
{
	napi_value function = NULL;

	napi_create_function(env, name, (size_t)-1, fn, NULL, &function);
	napi_set_named_property(env, exports, name, function);
}

__attribute__((visibility("default"))) napi_value napi_register_module_v1(napi_env env,
									  napi_value exports);
napi_value napi_register_module_v1(napi_env env, napi_value exports)
{
	add(env, exports, "faults", faults);
	add(env, exports, "countPassed", count_passed);
	add(env, exports, "passed", passed);
	return exports;
}
