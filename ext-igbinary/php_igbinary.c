/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The module entry, ini settings and phpinfo() section of igbinary.so, the drop-in. Nothing else.
 */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "dropin/dropin.h"

#include "Zend/zend_observer.h"
#include "module/lyo_kept.h"
#include "module/lyo_php.h"
#include "module/lyo_session.h"
#include "module/lyo_settings.h"
#include "module/lyo_version.h"
#include "ext/standard/info.h"
#include "php_ini.h"

ZEND_DECLARE_MODULE_GLOBALS(igbinary)

static ZEND_INI_MH(on_write_format)
{
    const bool lyo = zend_string_equals_literal(new_value, "lyo");

    if (!lyo && !zend_string_equals_literal(new_value, "v2")) {
        return lyo_refuse_setting(entry, new_value, "v2 or lyo");
    }
    IGBINARY_G(write_lyo) = lyo;
    return SUCCESS;
}

PHP_INI_BEGIN()
    STD_PHP_INI_BOOLEAN("igbinary.compact_strings", "1", PHP_INI_ALL, lyo_on_switch, compact_strings,
                        zend_igbinary_globals, igbinary_globals)
    STD_PHP_INI_BOOLEAN("igbinary.read_native", "0", PHP_INI_ALL, lyo_on_switch, read_native,
                        zend_igbinary_globals, igbinary_globals)
    STD_PHP_INI_ENTRY("igbinary.allowed_classes", "*", PHP_INI_ALL, lyo_on_classes, allowed_classes,
                      zend_igbinary_globals, igbinary_globals)
    STD_PHP_INI_ENTRY("igbinary.max_depth", "0", PHP_INI_ALL, lyo_on_quantity, max_depth,
                      zend_igbinary_globals, igbinary_globals)
    PHP_INI_ENTRY("igbinary.write_format", "v2", PHP_INI_ALL, on_write_format)
    STD_PHP_INI_ENTRY("igbinary.disable", "", PHP_INI_SYSTEM, lyo_on_mechanisms, process.disabled,
                      zend_igbinary_globals, igbinary_globals)
PHP_INI_END()

/* Bytes that each of the two caches of lyo's preambles may take; the default of lyo.shape_cache. */
#define LYO_DROPIN_LIMIT (1024 * 1024)

static PHP_GINIT_FUNCTION(igbinary)
{
#if defined(ZTS) && defined(COMPILE_DL_IGBINARY)
    ZEND_TSRMLS_CACHE_UPDATE();
#endif
    memset(igbinary_globals, 0, sizeof *igbinary_globals);
    igbinary_globals->process.limit = LYO_DROPIN_LIMIT;
}

static PHP_GSHUTDOWN_FUNCTION(igbinary)
{
    lyo_process_free(&igbinary_globals->process);
    lyo_request_free(&igbinary_globals->request);
}

/* If lyo.so is loaded, its isolation is used instead, and lyo.so switches it itself. */
static void on_switch_of_fiber(zend_fiber_context *from, zend_fiber_context *to)
{
    lyo_isolation_switch(&IGBINARY_G(request).isolation, from, to);
}

static void on_end_of_fiber(zend_fiber_context *fiber)
{
    lyo_isolation_forget(&IGBINARY_G(request).isolation, fiber);
}

static PHP_MINIT_FUNCTION(igbinary)
{
    REGISTER_INI_ENTRIES();
    lyo_dropin_register_handlers();
    /* the observers cannot be unregistered, and a module loaded by dl() is unloaded */
    if (type == MODULE_PERSISTENT) {
        zend_observer_fiber_switch_register(on_switch_of_fiber);
        zend_observer_fiber_destroy_register(on_end_of_fiber);
    }
    return SUCCESS;
}

static PHP_MSHUTDOWN_FUNCTION(igbinary)
{
    UNREGISTER_INI_ENTRIES();
    return SUCCESS;
}

/* Runs after the end of all modules, because the session module writes the session in its own RSHUTDOWN. */
static ZEND_MODULE_POST_ZEND_DEACTIVATE_D(igbinary)
{
    lyo_process_end_request(&IGBINARY_G(process));
    lyo_request_end(&IGBINARY_G(request));
    IGBINARY_G(isolation) = NULL;
    IGBINARY_G(warned) = false;
    return SUCCESS;
}

static PHP_MINFO_FUNCTION(igbinary)
{
    php_info_print_table_start();
    php_info_print_table_row(2, "igbinary support", "enabled");
    php_info_print_table_row(2, "igbinary version", PHP_IGBINARY_VERSION);
    php_info_print_table_row(2, "implementation", "lyo " PHP_LYO_VERSION);
    php_info_print_table_row(2, "igbinary APCu serializer ABI", "0");
    php_info_print_table_row(2, "igbinary session support", LYO_HAS_SESSIONS ? "yes" : "no");
    php_info_print_table_end();
    lyo_php_info_kept(&IGBINARY_G(process), &IGBINARY_G(request),
                      "What is kept for igbinary.write_format=lyo");
    DISPLAY_INI_ENTRIES();
}

ZEND_BEGIN_ARG_INFO_EX(arginfo_igbinary_serialize, 0, 0, 1)
    ZEND_ARG_INFO(0, value)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_igbinary_unserialize, 0, 0, 1)
    ZEND_ARG_INFO(0, str)
    ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 0, "[]")
ZEND_END_ARG_INFO()

static const zend_function_entry functions[] = {
    ZEND_FE(igbinary_serialize, arginfo_igbinary_serialize)
        ZEND_FE(igbinary_unserialize, arginfo_igbinary_unserialize) ZEND_FE_END};

/* APCu must start first if it is there, because its MINIT publishes its registration function. */
static const zend_module_dep dependencies[] = {ZEND_MOD_REQUIRED("standard")
#if LYO_HAS_SESSIONS
                                                   ZEND_MOD_REQUIRED("session")
#endif
                                                       ZEND_MOD_OPTIONAL("apcu") ZEND_MOD_END};

zend_module_entry igbinary_module_entry = {
    STANDARD_MODULE_HEADER_EX,
    NULL,
    dependencies,
    "igbinary",
    functions,
    PHP_MINIT(igbinary),
    PHP_MSHUTDOWN(igbinary),
    NULL,
    NULL,
    PHP_MINFO(igbinary),
    PHP_IGBINARY_VERSION,
    PHP_MODULE_GLOBALS(igbinary),
    PHP_GINIT(igbinary),
    PHP_GSHUTDOWN(igbinary),
    ZEND_MODULE_POST_ZEND_DEACTIVATE_N(igbinary),
    STANDARD_MODULE_PROPERTIES_EX,
};

#ifdef COMPILE_DL_IGBINARY
#ifdef ZTS
ZEND_TSRMLS_CACHE_DEFINE()
#endif
ZEND_GET_MODULE(igbinary)
#endif
