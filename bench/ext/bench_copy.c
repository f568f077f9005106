/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Deep copies of values: the physical limit of decoding, and values as applications build them.
 */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "bench_copy.h"

typedef struct {
    bench_copy_mode mode;
    HashTable seen;   /* address of an object or reference that occurs more than once => its copy */
    HashTable shared; /* BENCH_AS_BUILT: hash of the content => array */
} copier;

static bool copy_zval(copier *c, zval *to, const zval *from);

static zend_string *copy_string(const zend_string *from)
{
    switch (ZSTR_LEN(from)) {
    case 0:
        return ZSTR_EMPTY_ALLOC();
    case 1:
        return ZSTR_CHAR((zend_uchar)ZSTR_VAL(from)[0]);
    default:
        return zend_string_init(ZSTR_VAL(from), ZSTR_LEN(from), 0);
    }
}

/*
 * A key that is the same string wherever it occurs, as literals of a script are. If PHP has no such string, it does not learn it: a decoder
 * that looks for PHP's strings would find what only this benchmark has made. These strings live as long as the process.
 */
static zend_string *literal(zend_string *key)
{
    static HashTable *literals;

    if (!literals) {
        literals = pemalloc(sizeof *literals, true);
        zend_hash_init(literals, 0, NULL, NULL, true);
    }
    zend_string *own = zend_hash_find_ptr(literals, key);
    if (!own) {
        own = zend_string_init_existing_interned(ZSTR_VAL(key), ZSTR_LEN(key), true);
        zend_string_hash_val(own);
        GC_ADD_FLAGS(own, ZSTR_IS_INTERNED(own) ? 0 : IS_STR_INTERNED | IS_STR_PERMANENT);
        zend_hash_add_new_ptr(literals, own, own);
    }
    return own;
}

static zend_string *copy_key(const copier *c, zend_string *key)
{
    if (c->mode == BENCH_AS_BUILT) {
        return literal(key);
    }
    if (c->mode == BENCH_SHARED_KEYS) {
        return zend_string_copy(key);
    }
    zend_string *own = copy_string(key);
    ZSTR_H(own) = ZSTR_H(key);
    return own;
}

/* --- arrays ----------------------------------------------------------------------------------------------------------- */

static HashTable *copy_packed(copier *c, const HashTable *from)
{
    HashTable *to = zend_new_array(from->nNumUsed);

    zend_hash_real_init_packed(to);
    for (uint32_t i = 0; i < from->nNumUsed; i++) {
        if (Z_TYPE(from->arPacked[i]) == IS_UNDEF) {
            ZVAL_UNDEF(&to->arPacked[i]);
        } else {
            copy_zval(c, &to->arPacked[i], &from->arPacked[i]);
            to->nNumOfElements++;
        }
    }
    to->nNumUsed = from->nNumUsed;
    to->nNextFreeElement = from->nNextFreeElement;
    return to;
}

/* A table without holes: its block is copied whole, then each bucket gets a value of its own. */
static HashTable *copy_block(copier *c, const HashTable *from)
{
    HashTable *to = emalloc(sizeof *to);
    char *block = emalloc(HT_SIZE(from));

    *to = *from;
    GC_SET_REFCOUNT(to, 1);
    GC_TYPE_INFO(to) = GC_ARRAY;
    to->pDestructor = ZVAL_PTR_DTOR;
    to->nInternalPointer = 0;
    to->u.flags = HT_FLAGS(from) & HASH_FLAG_STATIC_KEYS;
    memcpy(block, HT_GET_DATA_ADDR(from), HT_HASH_SIZE(from->nTableMask) + from->nNumUsed * sizeof(Bucket));
    HT_SET_DATA_ADDR(to, block);
    for (uint32_t i = 0; i < from->nNumUsed; i++) {
        Bucket *b = to->arData + i;
        uint32_t next = Z_NEXT(b->val);
        if (b->key) {
            b->key = copy_key(c, b->key);
            if (c->mode == BENCH_OWN_KEYS && !ZSTR_IS_INTERNED(b->key)) {
                HT_FLAGS(to) &= ~HASH_FLAG_STATIC_KEYS;
            }
        }
        copy_zval(c, &b->val, &from->arData[i].val);
        Z_NEXT(b->val) = next;
    }
    return to;
}

/* By insertion, as a script does it. *pure: nothing in it is an object or a PHP reference. */
static HashTable *copy_by_insertion(copier *c, const HashTable *from, bool *pure)
{
    bool list = zend_array_is_list((zend_array *)from);
    HashTable *to = zend_new_array(list ? zend_hash_num_elements(from) : 0);
    zend_ulong index;
    zend_string *key;
    zval *value, copy;

    if (list) {
        zend_hash_real_init_packed(to);
    }
    ZEND_HASH_FOREACH_KEY_VAL ((HashTable *)from, index, key, value) {
        *pure &= copy_zval(c, &copy, value);
        if (key) {
            zend_string *own = copy_key(c, key);
            zend_hash_add_new(to, own, &copy);
            zend_string_release(own);
        } else {
            zend_hash_index_add_new(to, index, &copy);
        }
    }
    ZEND_HASH_FOREACH_END();
    return to;
}

static uint64_t mix(uint64_t h, uint64_t word)
{
    h = (h ^ word) * UINT64_C(0x9E3779B97F4A7C15);
    return h ^ h >> 29;
}

/* Of an array whose keys are interned and whose arrays are shared, so that equal content has equal addresses. */
static uint64_t content_hash(const HashTable *ht)
{
    uint64_t h = zend_hash_num_elements(ht);
    zend_ulong index;
    zend_string *key;
    zval *value;

    ZEND_HASH_FOREACH_KEY_VAL ((HashTable *)ht, index, key, value) {
        h = mix(h, key ? (uintptr_t)key : index);
        h = mix(h, Z_TYPE_P(value));
        if (Z_TYPE_P(value) == IS_STRING) {
            h = mix(h, zend_hash_func(Z_STRVAL_P(value), Z_STRLEN_P(value)));
        } else if (Z_TYPE_P(value) > IS_TRUE) {
            h = mix(h, (uint64_t)Z_LVAL_P(value));
        }
    }
    ZEND_HASH_FOREACH_END();
    return h;
}

static bool is_same_zval(const zval *a, const zval *b)
{
    if (Z_TYPE_P(a) != Z_TYPE_P(b) || Z_TYPE_P(a) == IS_UNDEF) {
        return false;
    }
    return Z_TYPE_P(a) <= IS_TRUE || (Z_TYPE_P(a) == IS_STRING ? zend_string_equals(Z_STR_P(a), Z_STR_P(b))
                                                               : Z_LVAL_P(a) == Z_LVAL_P(b));
}

static bool is_same_table(const HashTable *a, const HashTable *b)
{
    if (a->nNumUsed != b->nNumUsed || HT_IS_PACKED(a) != HT_IS_PACKED(b)) {
        return false;
    }
    for (uint32_t i = 0; i < a->nNumUsed; i++) {
        if (HT_IS_PACKED(a)) {
            if (!is_same_zval(a->arPacked + i, b->arPacked + i)) {
                return false;
            }
        } else if (a->arData[i].key != b->arData[i].key || a->arData[i].h != b->arData[i].h ||
                   !is_same_zval(&a->arData[i].val, &b->arData[i].val)) {
            return false;
        }
    }
    return true;
}

static bool copy_array(copier *c, zval *to, const HashTable *from)
{
    if (zend_hash_num_elements(from) == 0) {
        ZVAL_EMPTY_ARRAY(to);
        return true;
    }
    if (c->mode != BENCH_AS_BUILT) {
        bool pure = true;
        ZVAL_ARR(to, HT_IS_PACKED(from)          ? copy_packed(c, from)
                     : HT_IS_WITHOUT_HOLES(from) ? copy_block(c, from)
                                                 : copy_by_insertion(c, from, &pure));
        return pure;
    }
    bool pure = true;
    HashTable *ht = copy_by_insertion(c, from, &pure);
    if (pure) {
        uint64_t hash = content_hash(ht);
        HashTable *known = zend_hash_index_find_ptr(&c->shared, (zend_ulong)hash);
        if (!known) {
            GC_ADDREF(ht);
            zend_hash_index_add_new_ptr(&c->shared, (zend_ulong)hash, ht);
        } else if (is_same_table(ht, known)) {
            zend_array_destroy(ht);
            GC_ADDREF(known);
            ht = known;
        }
    }
    ZVAL_ARR(to, ht);
    return pure;
}

/* --- objects ---------------------------------------------------------------------------------------------------------- */

bool bench_copy_is_plain(const zend_object *from)
{
    return from->ce->create_object == NULL && from->handlers == zend_get_std_object_handlers();
}

static bool has_dynamic_properties(const zend_object *from)
{
    if (from->properties) {
        zval *value;
        ZEND_HASH_FOREACH_VAL (from->properties, value) {
            if (Z_TYPE_P(value) != IS_INDIRECT) {
                return true;
            }
        }
        ZEND_HASH_FOREACH_END();
    }
    return false;
}

static void copy_dynamic_properties(copier *c, zend_object *to, const zend_object *from)
{
    zend_ulong index;
    zend_string *key;
    zval *value, copy;

    if (to->ce->default_properties_count == 0) {
        copy_array(c, &copy, from->properties);
        SEPARATE_ARRAY(&copy);
        to->properties = Z_ARR(copy);
        return;
    }
    zend_std_get_properties(to); /* builds the table, by whatever name that function has */
    ZEND_HASH_FOREACH_KEY_VAL (from->properties, index, key, value) {
        if (Z_TYPE_P(value) == IS_INDIRECT) {
            continue;
        }
        copy_zval(c, &copy, value);
        if (key) {
            zend_string *own = copy_key(c, key);
            zend_hash_add_new(to->properties, own, &copy);
            zend_string_release(own);
        } else {
            zend_hash_index_add_new(to->properties, index, &copy);
        }
    }
    ZEND_HASH_FOREACH_END();
}

static zend_object *copy_plain(copier *c, zend_object *from)
{
    zend_object *to = zend_objects_new(from->ce);
    int count = from->ce->default_properties_count;

    for (int i = 0; i < count; i++) {
        ZVAL_COPY_VALUE_PROP(&to->properties_table[i], &from->properties_table[i]);
        ZVAL_UNDEF(&to->properties_table[i]);
    }
    if (GC_REFCOUNT(from) > 1) {
        zend_hash_index_add_new_ptr(&c->seen, (zend_ulong)(uintptr_t)from, to);
    }
    for (int i = 0; i < count; i++) {
        zval *slot = &to->properties_table[i];
        if (Z_TYPE(from->properties_table[i]) == IS_UNDEF) {
            continue;
        }
        copy_zval(c, slot, &from->properties_table[i]);
        if (Z_ISREF_P(slot)) {
            zend_property_info *info = zend_get_typed_property_info_for_slot(to, slot);
            if (info) {
                ZEND_REF_ADD_TYPE_SOURCE(Z_REF_P(slot), info);
            }
        }
    }
    if (has_dynamic_properties(from)) {
        copy_dynamic_properties(c, to, from);
    }
    return to;
}

static void copy_object(copier *c, zval *to, zend_object *from)
{
    zend_object *known =
        GC_REFCOUNT(from) > 1 ? zend_hash_index_find_ptr(&c->seen, (zend_ulong)(uintptr_t)from) : NULL;

    if (known) {
        GC_ADDREF(known);
    } else if ((from->ce->ce_flags & ZEND_ACC_ENUM) ||
               (!bench_copy_is_plain(from) && !from->handlers->clone_obj)) {
        known = from;
        GC_ADDREF(known);
    } else if (bench_copy_is_plain(from)) {
        known = copy_plain(c, from);
    } else {
        known = from->handlers->clone_obj(from);
        if (GC_REFCOUNT(from) > 1) {
            zend_hash_index_add_new_ptr(&c->seen, (zend_ulong)(uintptr_t)from, known);
        }
    }
    ZVAL_OBJ(to, known);
}

static void copy_reference(copier *c, zval *to, zend_reference *from)
{
    zend_reference *known =
        GC_REFCOUNT(from) > 1 ? zend_hash_index_find_ptr(&c->seen, (zend_ulong)(uintptr_t)from) : NULL;

    if (known) {
        GC_ADDREF(known);
        ZVAL_REF(to, known);
        return;
    }
    ZVAL_NEW_EMPTY_REF(to);
    ZVAL_NULL(Z_REFVAL_P(to));
    if (GC_REFCOUNT(from) > 1) {
        zend_hash_index_add_new_ptr(&c->seen, (zend_ulong)(uintptr_t)from, Z_REF_P(to));
    }
    zval copy;
    zend_reference *ref = Z_REF_P(to);
    copy_zval(c, &copy, &from->val);
    ZVAL_COPY_VALUE(&ref->val, &copy);
}

/* True if nothing in it is an object or a PHP reference. */
static bool copy_zval(copier *c, zval *to, const zval *from)
{
    switch (Z_TYPE_P(from)) {
    case IS_STRING:
        if (Z_STRLEN_P(from) <= 1) {
            ZVAL_INTERNED_STR(to, copy_string(Z_STR_P(from)));
        } else {
            ZVAL_NEW_STR(to, copy_string(Z_STR_P(from)));
        }
        return true;
    case IS_ARRAY:
        return copy_array(c, to, Z_ARR_P(from));
    case IS_OBJECT:
        copy_object(c, to, Z_OBJ_P(from));
        return false;
    case IS_REFERENCE:
        copy_reference(c, to, Z_REF_P(from));
        return false;
    default:
        ZVAL_COPY_VALUE(to, from);
        return true;
    }
}

static void release_shared(zval *entry)
{
    zval array;

    ZVAL_ARR(&array, Z_PTR_P(entry));
    zval_ptr_dtor(&array);
}

void bench_copy(zval *to, const zval *from, bench_copy_mode mode)
{
    copier c = {.mode = mode};

    zend_hash_init(&c.seen, 0, NULL, NULL, 0);
    zend_hash_init(&c.shared, 0, NULL, release_shared, 0);
    copy_zval(&c, to, from);
    zend_hash_destroy(&c.seen);
    zend_hash_destroy(&c.shared);
}
