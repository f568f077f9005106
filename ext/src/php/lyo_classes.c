/* SPDX-License-Identifier: BSD-3-Clause */
#include "php/lyo_classes.h"

#include "php/lyo_hash.h"
#include "php/lyo_hooks.h"
#include "php/lyo_string.h"
#include "Zend/zend_enum.h"
#include "Zend/zend_interfaces.h"
#include "ext/standard/php_incomplete_class.h"

/* --- loading -------------------------------------------------------------------------------------------- */

bool lyo_class_is_allowed(const lyo_decoding *d, zend_string *name)
{
    zend_string *lower;

    if (!d->options->allowed_classes) {
        return true;
    }
    if (zend_hash_num_elements(d->options->allowed_classes) == 0) {
        return false; /* no name needs a look */
    }
    lower = zend_string_tolower(name);
    bool allowed = zend_hash_exists(d->options->allowed_classes, lower);
    zend_string_release(lower);
    return allowed;
}

/*
 * Returns the class of this name if it is loaded, else NULL. A small object takes 6 % more to decode with
 * zend_lookup_class_ex(), which makes a string of the name in lower case.
 */
static zend_class_entry *loaded_class(const zend_string *name)
{
    zend_string *lower;
    ALLOCA_FLAG(on_heap)

    ZSTR_ALLOCA_ALLOC(lower, ZSTR_LEN(name), on_heap);
    zend_str_tolower_copy(ZSTR_VAL(lower), ZSTR_VAL(name), ZSTR_LEN(name));
    ZSTR_H(lower) = lyo_hash(lower);
    zend_class_entry *ce = zend_hash_find_ptr(EG(class_table), lower);
    ZSTR_ALLOCA_FREE(lower, on_heap);
    return ce && (ce->ce_flags & ZEND_ACC_LINKED) ? ce : NULL;
}

static zend_class_entry *look_up_loaded(zend_string *name)
{
    zend_class_entry *loaded = ZSTR_HAS_CE_CACHE(name) ? NULL : loaded_class(name);
    return loaded ? loaded : zend_lookup_class_ex(name, NULL, ZEND_FETCH_CLASS_NO_AUTOLOAD);
}

/*
 * Looks a class up. Autoloaders run isolated: serialize() and unserialize() inside them share no numbering
 * with us. Returns NULL if the class is missing, or if the call failed.
 */
static zend_class_entry *look_up(lyo_decoding *d, zend_string *name, bool load)
{
    zend_class_entry *ce = look_up_loaded(name);

    if (ce || !load) {
        return ce;
    }
    if (UNEXPECTED(++d->loads > LYO_MOST_LOADS)) {
        lyo_decoding_fail(d, LYO_FAILED_LOADS);
        return NULL;
    }
    lyo_serializer_state outer;
    lyo_isolate(d->options->isolation, true, &outer);
    ce = zend_lookup_class(name);
    lyo_rejoin(d->options->isolation, &outer);
    return ce;
}

/* Calls unserialize_callback_func to define the class. Returns the class, or NULL. */
static zend_class_entry *call_back(lyo_decoding *d, zend_string *name)
{
    const char *function = LYO_UNSERIALIZE_CALLBACK();
    zval callee, argument, result;
    zend_class_entry *ce = NULL;

    if (!function || !*function) {
        return NULL;
    }
    /* copied: the function may change the setting, which frees the string */
    ZVAL_STRING(&callee, function);
    ZVAL_STR_COPY(&argument, name);
    ZVAL_UNDEF(&result);
    lyo_serializer_state outer;
    lyo_isolate(d->options->isolation, true, &outer);
    bool called = call_user_function(NULL, NULL, &callee, &result, 1, &argument) == SUCCESS &&
                  Z_TYPE(result) != IS_UNDEF;
    lyo_rejoin(d->options->isolation, &outer);
    if (called) {
        ce = look_up(d, name, true);
    }
    if (!ce && !EG(exception)) {
        lyo_diagnose_name(d->options->diagnose, E_WARNING,
                          called ? "Function %s() hasn't defined the class it was called for"
                                 : "defined (%s) but not found",
                          Z_STRVAL(callee));
    }
    zval_ptr_dtor(&result);
    zval_ptr_dtor(&argument);
    zval_ptr_dtor(&callee);
    return ce;
}

/* Sets ce and everything that is derived from it. */
static void settle_class(lyo_class *class, zend_class_entry *ce)
{
    class->ce = ce;
    class->wakeup = zend_hash_num_elements(&ce->function_table) && !class->incomplete &&
                    zend_hash_find_known_hash(&ce->function_table, ZSTR_KNOWN(ZEND_STR_WAKEUP));
    class->simple = !ce->create_object &&
                    !(ce->ce_flags & (ZEND_ACC_INTERFACE | ZEND_ACC_TRAIT | ZEND_ACC_EXPLICIT_ABSTRACT_CLASS |
                                      ZEND_ACC_IMPLICIT_ABSTRACT_CLASS | ZEND_ACC_ENUM));
    class->plain = class->simple && !class->incomplete && !ce->__unserialize && !ce->serialize &&
                   !(ce->ce_flags & ZEND_ACC_NOT_SERIALIZABLE);
}

/* True if objects of the class can be made without evaluating constant expressions. */
static bool is_ready(const zend_class_entry *ce)
{
    return (ce->ce_flags & (ZEND_ACC_CONSTANTS_UPDATED | ZEND_ACC_ENUM)) ||
           !(ce->ce_flags &
             (ZEND_ACC_HAS_AST_PROPERTIES | ZEND_ACC_HAS_AST_CONSTANTS | ZEND_ACC_HAS_AST_STATICS));
}

bool lyo_resolve_class(lyo_decoding *d, lyo_class *class, bool load)
{
    zend_class_entry *ce = NULL;

    if (class->ce) {
        return true;
    }
    if (lyo_class_is_allowed(d, class->name)) {
        ce = look_up(d, class->name, load);
        if (!ce && !load) {
            return false;
        }
        if (!ce && !EG(exception) && d->failure == LYO_FAILED_NOT) {
            ce = call_back(d, class->name);
        }
        if (EG(exception)) {
            lyo_decoding_fail(d, LYO_FAILED_EXCEPTION);
        }
        if (d->failure != LYO_FAILED_NOT) {
            return false;
        }
    }
    if (!ce) {
        if (d->options->missing_throws) {
            if (!load) { /* classes are refused only after the bytes are known to be valid */
                return false;
            }
            lyo_decoding_refuse(d, class);
        }
        class->incomplete = true;
        settle_class(class, php_ce_incomplete_class);
        return true;
    }
    if (!is_ready(ce)) {
        if (!load) {
            return false;
        }
        if (zend_update_class_constants(ce) != SUCCESS) {
            lyo_decoding_fail(d, LYO_FAILED_EXCEPTION);
            return false;
        }
    }
    settle_class(class, ce);
    return true;
}

bool lyo_reads_payload(const zend_class_entry *ce)
{
    return ce->unserialize == zend_user_unserialize;
}

/* --- enum cases ----------------------------------------------------------------------------------------- */

zend_class_entry *lyo_resolve_enum(lyo_decoding *d, lyo_class *class, bool load)
{
    if (!class->enum_ce && lyo_class_is_allowed(d, class->name)) {
        class->enum_ce = look_up(d, class->name, load);
        if (EG(exception)) {
            lyo_decoding_fail(d, LYO_FAILED_EXCEPTION);
            return NULL;
        }
    }
    return class->enum_ce;
}

zend_object *lyo_resolve_case(lyo_decoding *d, zend_class_constant *constant, bool load)
{
    if (Z_TYPE(constant->value) == IS_CONSTANT_AST) {
        if (!load) {
            return NULL;
        }
        if (zval_update_constant_ex(&constant->value, constant->ce) != SUCCESS) {
            lyo_decoding_fail(d, LYO_FAILED_EXCEPTION);
            return NULL;
        }
    }
    return Z_OBJ(constant->value);
}

/* --- where keys go -------------------------------------------------------------------------------------- */

int lyo_find_slot(const zend_class_entry *ce, const zend_string *mangled, int at)
{
    int count = ce->default_properties_count;

    for (int i = 0; i < count; i++) {
        at = at + 1 < count ? at + 1 : 0;
        const zend_property_info *info = LYO_SLOT_INFO(ce, at);
        if (info && lyo_same_string(info->name, mangled)) {
            return at;
        }
    }
    return -1;
}

/* The parts of a property name; scope is NULL if it is not mangled. */
typedef struct name_parts {
    const char *scope; /* class, or "*"; NUL-terminated */
    const char *name;
    size_t length;
} name_parts;

/* Bytes of a name that are searched for the end of its scope, and for the end of an anonymous class's path. */
#define MOST_SCOPE LYO_LIMIT_MANGLED
#define MOST_PATH 4096

/*
 * Takes a property name apart like zend_unmangle_property_name_ex(), but raises no notice for a malformed
 * one. A scope with a NUL in it is an anonymous class. Returns false if the name is malformed, or empty behind
 * its scope. It does not search all of a long name: many keys may be back references to it.
 */
static bool take_apart(const zend_string *mangled, name_parts *parts)
{
    const char *s = ZSTR_VAL(mangled), *end = s + ZSTR_LEN(mangled), *nul, *last;

    *parts = (name_parts){NULL, s, ZSTR_LEN(mangled)};
    if (ZSTR_LEN(mangled) == 0 || s[0] != '\0') {
        return true;
    }
    if (ZSTR_LEN(mangled) < 3 || s[1] == '\0' ||
        !(nul = memchr(s + 1, '\0', MIN(ZSTR_LEN(mangled) - 2, MOST_SCOPE)))) {
        return false;
    }
    last = memchr(nul + 1, '\0', MIN((size_t)(end - nul) - 1, MOST_PATH));
    parts->scope = s + 1;
    parts->name = (last ? last : nul) + 1;
    parts->length = (size_t)(end - parts->name);
    return true;
}

/* Parts of names that are longer are not hashed: many keys may be back references to one of them. */
#define MOST_HASHED LYO_LIMIT_MANGLED

/* Returns the property that the class lists under the unmangled name of a key, or NULL. */
static zend_property_info *listed_property(const zend_class_entry *ce, zend_string *key,
                                           const name_parts *parts)
{
    zend_property_info *info;
    zend_string *name;

    if (EXPECTED(!parts->scope)) { /* it keeps its hash */
        return zend_hash_find_ptr(&ce->properties_info, key);
    }
    if (EXPECTED(parts->length <= MOST_HASHED)) {
        return zend_hash_str_find_ptr(&ce->properties_info, parts->name, parts->length);
    }
    ZEND_HASH_FOREACH_STR_KEY_PTR((HashTable *)&ce->properties_info, name, info)
    {
        if (ZSTR_LEN(name) == parts->length && !memcmp(ZSTR_VAL(name), parts->name, parts->length)) {
            return info;
        }
    }
    ZEND_HASH_FOREACH_END();
    return NULL;
}

/*
 * Returns the property with the mangled name of a key: of the class, or private in one of its parents. NULL:
 * none. A search by hash, because the keys of the data may be in any order, and a class may have hundreds of
 * slots.
 */
static zend_property_info *property_of_mangled(const zend_class_entry *ce, zend_string *key,
                                               const name_parts *parts)
{
    zend_property_info *info;

    for (const zend_class_entry *c = ce; c; c = c->parent) {
        if (!(info = listed_property(c, key, parts))) {
            return NULL; /* a class lists all names of its parents */
        }
        if (!(info->flags & ZEND_ACC_STATIC) && !LYO_IS_VIRTUAL(info) && /* a virtual one has no slot */
            (c == ce || ((info->flags & ZEND_ACC_PRIVATE) && info->ce == c)) &&
            lyo_same_string(info->name, key)) {
            return info;
        }
        if (!parts->scope) {
            return NULL;
        }
    }
    return NULL;
}

/*
 * Returns the property with the unmangled name of a key, whatever its visibility is now. NULL: none, or it is a
 * private property of another class.
 */
static zend_property_info *property_of_name(const zend_class_entry *ce, zend_string *key,
                                            const name_parts *parts)
{
    if (parts->scope && strcmp(parts->scope, "*") && strcasecmp(parts->scope, ZSTR_VAL(ce->name))) {
        return NULL;
    }
    return listed_property(ce, key, parts);
}

/*
 * Returns true if the property of slot `slot` has the mangled name of a key, and is the one that
 * property_of_mangled() returns. Most keys are in the order of the slots.
 */
LYO_INLINE bool is_slot_of(const zend_class_entry *ce, uint32_t slot, const zend_string *key,
                           zend_property_info **info)
{
    if (slot >= (uint32_t)ce->default_properties_count || !(*info = LYO_SLOT_INFO(ce, slot))) {
        return false;
    }
    return ((*info)->ce == ce || ((*info)->flags & ZEND_ACC_PRIVATE)) && lyo_same_string((*info)->name, key);
}

/*
 * Finds the property of a key. Returns false, with the failure recorded, if the key is refused. *info: the
 * property, or NULL.
 */
static bool find_property(lyo_decoding *d, const zend_class_entry *ce, zend_string *name, uint32_t slot,
                          zend_property_info **info)
{
    name_parts parts;

    if (is_slot_of(ce, slot, name, info)) {
        return true;
    }
    *info = NULL;
    if (!zend_hash_num_elements(&ce->properties_info)) { /* such a class takes any name */
        return true;
    }
    if (!take_apart(name, &parts)) {
        lyo_decoding_mismatch(d, "%s: malformed property name", ZSTR_VAL(ce->name));
        return false;
    }
    *info = property_of_mangled(ce, name, &parts);
    if (!*info) { /* its visibility may have changed */
        *info = property_of_name(ce, name, &parts);
    }
    if (*info && LYO_IS_VIRTUAL(*info)) { /* it has no slot */
        lyo_decoding_mismatch(d, "%s: a virtual property cannot be restored", ZSTR_VAL(ce->name));
        return false;
    }
    return true;
}

bool lyo_find_target(lyo_decoding *d, const lyo_class *class, zend_string *name, uint32_t slot,
                     lyo_target *target)
{
    zend_class_entry *ce = class->ce;
    zend_property_info *info;
    name_parts parts;

    *target = (lyo_target){.name = name};
    if (!find_property(d, ce, name, slot, &info)) {
        return false;
    }
    if (info) {
        target->name = info->name;
        if (!(info->flags & ZEND_ACC_STATIC)) { /* of a static property only the name is used */
            target->offset = info->offset;
            target->info = ZEND_TYPE_IS_SET(info->type) ? info : NULL;
        }
        return true;
    }
    if (UNEXPECTED(ce->ce_flags & ZEND_ACC_NO_DYNAMIC_PROPERTIES)) {
        take_apart(name, &parts);
        if (d->failure == LYO_FAILED_NOT) {
            d->failure = LYO_FAILED_ERROR;
            zend_spprintf(&d->reason, 0, "Cannot create dynamic property %s::$%s", ZSTR_VAL(ce->name),
                          parts.name);
        }
        return false;
    }
    target->deprecated = !(ce->ce_flags & ZEND_ACC_ALLOW_DYNAMIC_PROPERTIES);
    return true;
}

/* Bytes of a name in a message that each of many objects may raise. */
#define SHOWN_OF_A_NAME 1000

void lyo_deprecate_property(const lyo_decoding *d, const zend_class_entry *ce, const zend_string *name)
{
    name_parts parts;
    char *message;

    if (!take_apart(name, &parts)) {
        d->options->diagnose(E_NOTICE, false,
                             ZSTR_LEN(name) < 3 || ZSTR_VAL(name)[1] == '\0'
                                 ? "Illegal member variable name"
                                 : "Corrupt member variable name");
        if (EG(exception)) {
            return;
        }
    }
    zend_spprintf(&message, 0, "Creation of dynamic property %s::$%.*s is deprecated", ZSTR_VAL(ce->name),
                  SHOWN_OF_A_NAME, parts.name);
    d->options->diagnose(E_DEPRECATED, false, message);
    efree(message);
}

zend_string *lyo_property_name(lyo_decoding *d, zend_string *name, zend_long h)
{
    zval zv;

    if (name) {
        return name;
    }
    ZVAL_STR(&zv, zend_long_to_str(h));
    if (!ZSTR_IS_INTERNED(Z_STR(zv))) {
        lyo_keep(d, &zv);
    }
    return Z_STR(zv);
}
