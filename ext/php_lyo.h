/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The module: its globals and ini settings.
 */
#ifndef PHP_LYO_H
#define PHP_LYO_H

#include "module/lyo_session.h"
#include "module/lyo_version.h"
#include "php/lyo_isolation.h"
#include "php.h"

extern zend_module_entry lyo_module_entry;
#define phpext_lyo_ptr &lyo_module_entry

ZEND_BEGIN_MODULE_GLOBALS(lyo)
    zend_long max_depth;         /* levels, both directions */
    zend_long max_elements;      /* 0: no limit */
    zend_long shape_cache;       /* bytes; 0: off */
    uint32_t disabled;           /* a set of lyo_mechanism */
    const char *allowed_classes; /* names, separated by commas or spaces; NULL: all classes */
    lyo_isolation isolation;
    struct lyo_shape_cache *cache;     /* of this process, or of this thread under ZTS; NULL until needed */
    struct lyo_class_notes *notes;     /* of encoders, of this request */
    struct lyo_string_memory *strings; /* of encoders, as the cache */
    bool strings_used;                 /* by a call that is in progress */
    struct lyo_trails *trails;         /* the same */
    lyo_unread_session unread;
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
