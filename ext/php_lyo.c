/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The module entry, ini settings and phpinfo() section of lyo. Nothing else.
 */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "php_lyo.h"

#include "Zend/zend_attributes.h"
#include "Zend/zend_observer.h"
#include "module/lyo_compression.h"
#include "module/lyo_kept.h"
#include "module/lyo_php.h"
#include "module/lyo_session.h"
#include "module/lyo_settings.h"
#include "ext/standard/info.h"
#include "ext/spl/spl_exceptions.h"
#include "module/lyo/lyo_host.h"
#include "lyo_arginfo.h"
#include "php_ini.h"
#include "php_lyo_api.h"
#include "wire/lyo_tags.h"

ZEND_DECLARE_MODULE_GLOBALS(lyo)

static ZEND_INI_MH(on_disable)
{
    const int result = lyo_on_mechanisms(entry, new_value, mh_arg1, mh_arg2, mh_arg3, stage);

    LYO_G(request).zstd.off = LYO_G(process).disabled & LYO_ZSTD;
    return result;
}

/* A compression that is not in this build is refused here, not with each value that is written. */
static ZEND_INI_MH(on_compress)
{
    const bool given = new_value && ZSTR_LEN(new_value);
    const lyo_compression *compression = given ? lyo_compression_named(new_value) : NULL;

    if (given && (!compression || !compression->version)) {
        return lyo_refuse_setting(entry, new_value,
                                  "zlib or zstd, as far as this build has them, or nothing");
    }
    LYO_G(envelope).compress = compression ? compression->algorithm : 0;
    return SUCCESS;
}

/* One level for all algorithms: lyo_envelope_level() finds the one to use if the algorithm does not have it. */
static ZEND_INI_MH(on_level)
{
    zend_long level = LYO_LEVEL_DEFAULT;

    if (new_value && ZSTR_LEN(new_value) &&
        (is_numeric_string(ZSTR_VAL(new_value), ZSTR_LEN(new_value), &level, NULL, 0) != IS_LONG ||
         level < LYO_LEAST_LEVEL || level > LYO_MOST_LEVEL)) {
        return lyo_refuse_setting(entry, new_value, "an integer of -100 to 22, or nothing");
    }
    LYO_G(envelope).level = level;
    return SUCCESS;
}

static ZEND_INI_MH(on_dictionaries)
{
    lyo_envelope_options *options = &LYO_G(envelope);
    const bool read = lyo_dictionaries_load(&LYO_G(request).zstd, new_value ? ZSTR_VAL(new_value) : "",
                                            &LYO_G(dictionaries));
    const zval *first = zend_hash_index_find(&LYO_G(dictionaries), 0);

    options->dictionary = first ? Z_STR_P(first) : NULL; /* borrowed here */
    options->dictionaries = &LYO_G(dictionaries);
    return read ? SUCCESS
                : lyo_refuse_setting(entry, new_value,
                                     "paths of up to 8 files of 8 bytes to 16 MB that can be read");
}

static ZEND_INI_MH(on_unserialize_reads)
{
    static const char *const names[] = {"lyo", "igbinary", "envelopes"};
    static const uint8_t reads[] = {LYO_READS_LYO, LYO_READS_IGBINARY, LYO_READS_ENVELOPES};
    uint32_t found;

    if (!lyo_take_names(new_value, names, sizeof names / sizeof *names, &found)) {
        return lyo_refuse_setting(entry, new_value, "names of lyo, igbinary and envelopes");
    }
    for (size_t i = LYO_G(unserialize_reads) = 0; i < sizeof reads; i++) {
        LYO_G(unserialize_reads) |= found >> i & 1 ? reads[i] : 0;
    }
    return SUCCESS;
}

static ZEND_INI_MH(on_min_ratio)
{
    const char *end = NULL;
    double ratio = new_value ? zend_strtod(ZSTR_VAL(new_value), &end) : 0;

    if (!(ratio >= 1) || *end) {
        return lyo_refuse_setting(entry, new_value, "a number of 1 or more");
    }
    LYO_G(envelope).min_ratio = ratio;
    return SUCCESS;
}

#if LYO_HAS_SESSIONS
/* As with session.serialize_handler, the format cannot be changed while a session is open. */
static ZEND_INI_MH(on_session_write)
{
    lyo_session_format format = lyo_session_format_named(new_value);

    if (PS(session_status) == php_session_active && stage == ZEND_INI_STAGE_RUNTIME) {
        php_error_docref(NULL, E_WARNING, "lyo.session_write cannot be changed when a session is active");
        return FAILURE;
    }
    if (format == LYO_SESSION_UNKNOWN) {
        return lyo_refuse_setting(entry, new_value, "lyo, php_serialize, php, php_binary or igbinary");
    }
    LYO_G(session_write) = format;
    return SUCCESS;
}
#endif

/* A setting whose handler knows only the address of a global. */
#define LYO_PHP_INI_ENTRY(name, value, where, handler, member)                                               \
    STD_PHP_INI_ENTRY(name, value, where, handler, member, zend_lyo_globals, lyo_globals)

PHP_INI_BEGIN()
    LYO_PHP_INI_ENTRY("lyo.max_depth", "4096", PHP_INI_ALL, lyo_on_quantity, max_depth)
    LYO_PHP_INI_ENTRY("lyo.max_elements", "0", PHP_INI_ALL, lyo_on_quantity, max_elements)
    LYO_PHP_INI_ENTRY("lyo.shape_cache", "1M", PHP_INI_SYSTEM, lyo_on_quantity, process.limit)
    LYO_PHP_INI_ENTRY("lyo.keep_values", "0", PHP_INI_SYSTEM, lyo_on_quantity, process.keep)
    LYO_PHP_INI_ENTRY("lyo.disable", "", PHP_INI_SYSTEM, on_disable, process.disabled)
    LYO_PHP_INI_ENTRY("lyo.allowed_classes", "*", PHP_INI_ALL, lyo_on_classes, allowed_classes)
    STD_PHP_INI_BOOLEAN("lyo.checksum", "0", PHP_INI_ALL, lyo_on_switch, envelope.checksum, zend_lyo_globals,
                        lyo_globals)
    PHP_INI_ENTRY("lyo.compress", "", PHP_INI_ALL, on_compress)
    PHP_INI_ENTRY("lyo.level", "", PHP_INI_ALL, on_level)
    LYO_PHP_INI_ENTRY("lyo.min_size", "128", PHP_INI_ALL, lyo_on_quantity, envelope.min_size)
    PHP_INI_ENTRY("lyo.dictionaries", "", PHP_INI_SYSTEM, on_dictionaries)
    PHP_INI_ENTRY("lyo.min_ratio", "1.1", PHP_INI_ALL, on_min_ratio)
    LYO_PHP_INI_ENTRY("lyo.max_unpacked", "64M", PHP_INI_ALL, lyo_on_quantity, envelope.max_unpacked)
    STD_PHP_INI_BOOLEAN("lyo.cost", "0", PHP_INI_ALL, lyo_on_switch, costs.counted, zend_lyo_globals,
                        lyo_globals)
    PHP_INI_ENTRY("lyo.unserialize_reads", "", PHP_INI_SYSTEM, on_unserialize_reads)
#if LYO_HAS_SESSIONS
    PHP_INI_ENTRY("lyo.session_write", "lyo", PHP_INI_ALL, on_session_write)
#endif
PHP_INI_END()

static PHP_GINIT_FUNCTION(lyo)
{
#if defined(ZTS) && defined(COMPILE_DL_LYO)
    ZEND_TSRMLS_CACHE_UPDATE();
#endif
    memset(lyo_globals, 0, sizeof *lyo_globals);
    lyo_globals->envelope.zstd = &lyo_globals->request.zstd;
    zend_hash_init(&lyo_globals->dictionaries, 0, NULL, ZVAL_INTERNAL_PTR_DTOR, 1);
}

static PHP_GSHUTDOWN_FUNCTION(lyo)
{
    lyo_process_free(&lyo_globals->process);
    lyo_request_free(&lyo_globals->request);
    zend_hash_destroy(&lyo_globals->dictionaries);
}

static void on_fiber_switch(zend_fiber_context *from, zend_fiber_context *to)
{
    lyo_isolation_switch(&LYO_G(request).isolation, from, to);
}

static void on_fiber_end(zend_fiber_context *fiber)
{
    lyo_isolation_forget(&LYO_G(request).isolation, fiber);
}

static PHP_MINIT_FUNCTION(lyo)
{
    REGISTER_INI_ENTRIES();
    register_lyo_symbols(module_number);
    lyo_exception_ce = register_class_Lyo_Exception_LyoException(spl_ce_RuntimeException);
    register_class_Lyo_Exception_TruncatedException(lyo_exception_ce);
    register_class_Lyo_Exception_CorruptException(lyo_exception_ce);
    register_class_Lyo_Exception_UnsupportedVersionException(lyo_exception_ce);
    register_class_Lyo_Exception_LimitException(lyo_exception_ce);
    register_class_Lyo_Exception_ClassNotAllowedException(lyo_exception_ce);
    register_class_Lyo_Exception_ClassMismatchException(lyo_exception_ce);
    register_class_Lyo_Exception_SignatureException(lyo_exception_ce);
    register_class_Lyo_Exception_UnavailableException(lyo_exception_ce);
    register_class_Lyo_Exception_UnknownFormatException(lyo_exception_ce);
    lyo_register_handlers();
    /* the observers cannot be unregistered, and a module loaded by dl() is unloaded before its request ends */
    if (type == MODULE_PERSISTENT) {
        lyo_extend_unserialize();
        zend_observer_fiber_switch_register(on_fiber_switch);
        zend_observer_fiber_destroy_register(on_fiber_end);
    } else { /* what ends after the request is unloaded, such as stream filters, may still read kept strings */
        LYO_G(process).keep = 0;
    }
    return SUCCESS;
}

static PHP_MSHUTDOWN_FUNCTION(lyo)
{
    lyo_restore_unserialize();
    UNREGISTER_INI_ENTRIES();
    return SUCCESS;
}

/*
 * Runs after the end of all modules, because the session module writes the session in its own RSHUTDOWN. The
 * memory of the request is still valid.
 */
static ZEND_MODULE_POST_ZEND_DEACTIVATE_D(lyo)
{
    lyo_process_end_request(&LYO_G(process));
    lyo_request_end(&LYO_G(request));
    lyo_costs_end_request(&LYO_G(costs));
    return SUCCESS;
}

static PHP_MINFO_FUNCTION(lyo)
{
    php_info_print_table_start();
    php_info_print_table_row(2, "lyo support", "enabled");
    php_info_print_table_row(2, "lyo version", PHP_LYO_VERSION);
    php_info_print_table_row(2, "sessions",
                             LYO_HAS_SESSIONS ? "session.serialize_handler=lyo" : "not in this PHP");
    php_info_print_table_row(2, "wire format", ZEND_TOSTR(LYO_VERSION));
    php_info_print_table_row(2, "C API", ZEND_TOSTR(LYO_API_VERSION));
    for (uint8_t algorithm = LYO_PACKED_ZLIB; algorithm <= LYO_PACKED_ZSTD; algorithm++) {
        const lyo_compression *compression = lyo_compression_of(algorithm);
        php_info_print_table_row(2, compression->name,
                                 compression->version ? compression->version() : "not in this build");
    }
    php_info_print_table_end();
    lyo_php_info_kept(&LYO_G(process), &LYO_G(request), "What is kept (lyo_status)");
    DISPLAY_INI_ENTRIES();
}

/* APCu must start first if it is there, because its MINIT publishes its registration function. */
static const zend_module_dep dependencies[] = {ZEND_MOD_REQUIRED("standard")
#if LYO_HAS_SESSIONS
                                                   ZEND_MOD_REQUIRED("session")
#endif
                                                       ZEND_MOD_OPTIONAL("apcu") ZEND_MOD_END};

zend_module_entry lyo_module_entry = {
    STANDARD_MODULE_HEADER_EX,
    NULL,
    dependencies,
    "lyo",
    ext_functions,
    PHP_MINIT(lyo),
    PHP_MSHUTDOWN(lyo),
    NULL,
    NULL,
    PHP_MINFO(lyo),
    PHP_LYO_VERSION,
    PHP_MODULE_GLOBALS(lyo),
    PHP_GINIT(lyo),
    PHP_GSHUTDOWN(lyo),
    ZEND_MODULE_POST_ZEND_DEACTIVATE_N(lyo),
    STANDARD_MODULE_PROPERTIES_EX,
};

#ifdef COMPILE_DL_LYO
#ifdef ZTS
ZEND_TSRMLS_CACHE_DEFINE()
#endif
ZEND_GET_MODULE(lyo)
#endif
