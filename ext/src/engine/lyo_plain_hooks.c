/* SPDX-License-Identifier: BSD-3-Clause */
#include "engine/lyo_plain_hooks.h"

#include "Zend/zend_observer.h"

/** An array of 90 properties. */
#define MOST_OPCODES 200

/* What has been computed so far. */
typedef struct evaluation {
    const zend_op_array *code;
    zend_object *object;
    const zval *value; /* that was read last, and not used yet; NULL: none */
    uint32_t value_at; /* its variable */
    zval array;        /* that is being made, or undefined */
    uint32_t array_at;
} evaluation;

/* The slot that $this->name means in code of the scope, if reading it runs no code: it has a value. */
static const zval *read_property(zend_object *object, const zend_class_entry *scope, zend_string *name)
{
    zend_property_info *info = zend_hash_find_ptr(&scope->properties_info, name);

    if (!info) {
        return NULL;
    }
    if (!(info->flags & ZEND_ACC_PRIVATE) || info->ce != scope) {
        info = zend_hash_find_ptr(&object->ce->properties_info, name);
        if (!info || (info->flags & ZEND_ACC_PRIVATE)) {
            return NULL;
        }
    }
    if ((info->flags & ZEND_ACC_STATIC) || LYO_HAS_HOOKS(info)) {
        return NULL;
    }
    const zval *slot = OBJ_PROP(object, info->offset);
    if (Z_ISREF_P(slot)) {
        slot = Z_REFVAL_P(slot);
    }
    return Z_TYPE_P(slot) != IS_UNDEF ? slot : NULL;
}

/* The operand of that type: a literal, or what was read last, which is used up by that. NULL: it is something else. */
static const zval *take_operand(evaluation *v, const zend_op *op)
{
    const zval *value = v->value;

    if (op->op1_type == IS_CONST) {
        return RT_CONSTANT(op, op->op1);
    }
    if (!(op->op1_type & (IS_TMP_VAR | IS_VAR)) || op->op1.var != v->value_at) {
        return NULL;
    }
    v->value = NULL;
    return value;
}

static bool add_element(evaluation *v, const zend_op *op)
{
    const zval *value = op->extended_value & ZEND_ARRAY_ELEMENT_REF ? NULL : take_operand(v, op);
    const zval *key = op->op2_type == IS_CONST ? RT_CONSTANT(op, op->op2) : NULL;
    zval *added = NULL;

    if (!value) {
        return false;
    }
    if (key && Z_TYPE_P(key) == IS_STRING) {
        added = zend_hash_update(Z_ARRVAL(v->array), Z_STR_P(key), (zval *)value);
    } else if (key && Z_TYPE_P(key) == IS_LONG) {
        added = zend_hash_index_update(Z_ARRVAL(v->array), (zend_ulong)Z_LVAL_P(key), (zval *)value);
    } else if (op->op2_type == IS_UNUSED) {
        added = zend_hash_next_index_insert(Z_ARRVAL(v->array), (zval *)value);
    }
    if (added) {
        Z_TRY_ADDREF_P(added);
    }
    return added != NULL;
}

static bool begin_array(evaluation *v, const zend_op *op)
{
    if (Z_TYPE(v->array) != IS_UNDEF) {
        return false;
    }
    array_init_size(&v->array, op->extended_value >> ZEND_ARRAY_SIZE_SHIFT);
    v->array_at = op->result.var;
    return op->op1_type == IS_UNUSED || add_element(v, op);
}

static bool finish(evaluation *v, const zend_op *op, zval *result)
{
    const zval *value;

    if (op->op1_type != IS_CONST && Z_TYPE(v->array) == IS_ARRAY) {
        if (op->op1.var != v->array_at) {
            return false;
        }
        ZVAL_COPY(result, &v->array);
        return true;
    }
    value = take_operand(v, op);
    if (!value || Z_TYPE_P(value) != IS_ARRAY) {
        return false;
    }
    ZVAL_COPY(result, value);
    return true;
}

/* True if the result needs no more checking than that it is an array. */
static bool returns_array(const zend_op_array *code)
{
    zend_type type = code->arg_info[-1].type;
    return !ZEND_TYPE_IS_COMPLEX(type) && (ZEND_TYPE_PURE_MASK(type) & MAY_BE_ARRAY);
}

static bool evaluate(evaluation *v, zval *result)
{
    const zend_op *op = v->code->opcodes, *end = op + MIN(v->code->last, MOST_OPCODES);

    for (; op < end; op++) {
        bool known = false;
        switch (op->opcode) {
        case ZEND_FETCH_OBJ_R:
            if (op->op1_type == IS_UNUSED && op->op2_type == IS_CONST && !v->value) {
                v->value = read_property(v->object, v->code->scope, Z_STR_P(RT_CONSTANT(op, op->op2)));
                v->value_at = op->result.var;
                known = v->value != NULL;
            }
            break;
        case ZEND_INIT_ARRAY:
            known = begin_array(v, op);
            break;
        case ZEND_ADD_ARRAY_ELEMENT:
            known = Z_TYPE(v->array) == IS_ARRAY && op->result.var == v->array_at && add_element(v, op);
            break;
        case ZEND_VERIFY_RETURN_TYPE:
            known = op->op1_type != IS_CONST && returns_array(v->code);
            break;
        case ZEND_RETURN:
            return finish(v, op, result);
        default:
            break;
        }
        if (!known) {
            return false;
        }
    }
    return false;
}

bool lyo_are_calls_watched(void)
{
    return zend_execute_ex != execute_ex || zend_execute_internal || ZEND_OBSERVER_ENABLED;
}

bool lyo_plain_hook_gives(const zend_function *hook, zend_object *object, zval *result)
{
    if (hook->type != ZEND_USER_FUNCTION ||
        (hook->common.fn_flags &
         (ZEND_ACC_GENERATOR | ZEND_ACC_RETURN_REFERENCE | ZEND_ACC_STATIC | ZEND_ACC_DEPRECATED)) ||
        lyo_are_calls_watched() || object->handlers->read_property != zend_std_read_property ||
        LYO_IS_LAZY(object)) {
        return false;
    }
    evaluation v = {.code = &hook->op_array, .object = object};
    ZVAL_UNDEF(&v.array);
    bool given = evaluate(&v, result);
    zval_ptr_dtor(&v.array);
    return given;
}
