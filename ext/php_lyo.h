/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The module: its globals and ini settings.
 */
#ifndef PHP_LYO_H
#define PHP_LYO_H

#include "lyo/lyo_process.h"
#include "module/lyo_envelope_options.h"
#include "module/lyo_request.h"
#include "module/lyo_version.h"
#include "module/lyo/lyo_costs.h"
#include "php.h"

extern zend_module_entry lyo_module_entry;
#define phpext_lyo_ptr &lyo_module_entry

ZEND_BEGIN_MODULE_GLOBALS(lyo)
    zend_long max_depth;           /* levels; for encoding and decoding */
    zend_long max_elements;        /* 0: no limit */
    const char *allowed_classes;   /* names, separated by commas or spaces; NULL: all classes */
    lyo_envelope_options envelope; /* defaults for calls without options */
    uint8_t unserialize_reads;     /* LYO_READS_...; 0: unserialize() is as PHP has it */
    HashTable dictionaries;        /* strings: those of lyo.dictionaries */
    lyo_costs costs;
    lyo_process process;
    lyo_request request;
#if LYO_HAS_SESSIONS
    lyo_session_format session_write;
#endif
ZEND_END_MODULE_GLOBALS(lyo)

ZEND_EXTERN_MODULE_GLOBALS(lyo)
#define LYO_G(v) ZEND_MODULE_GLOBALS_ACCESSOR(lyo, v)

#if defined(ZTS) && defined(COMPILE_DL_LYO)
ZEND_TSRMLS_CACHE_EXTERN()
#endif

#endif
