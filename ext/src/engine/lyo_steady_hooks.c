/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Code is followed with kinds in the place of values. What is not listed here is not followed, and the hook is called. What is listed has no effect but
 * its result, raises no diagnostic with values of these kinds, and gives the same for the same.
 */
#include "engine/lyo_steady_hooks.h"

#include "ext/standard/php_array.h"

/** Of one function. */
#define MOST_VARIABLES 24
#define MOST_OPCODES 64
#define MOST_ARGUMENTS 4
#define MOST_CAPTURED 4
/** Calls whose arguments are being made. */
#define MOST_CALLS 4
/** A hook, those of its parents that it calls, a closure. */
#define MOST_LEVELS 4

/** What is known of a value. */
typedef enum kind {
    UNKNOWN,
    THE_OBJECT,
    NAME,       /* an int or a string */
    TRUTH,      /* a bool */
    NAMES,      /* an array of ints and strings */
    PROPERTIES, /* an array whose keys follow from those of the object; its values are neither read nor written, some are PHP references */
    CLOSURE
} kind;

typedef struct fact {
    kind kind;
    const zval *literal;          /* NULL: it is none */
    const zend_op_array *closure; /* of that kind */
} fact;

/** A call that is being prepared. */
typedef struct call {
    const zend_string *name;   /* of an internal function; NULL: a hook */
    const zend_function *hook; /* of a parent */
    uint32_t count;
    fact arguments[MOST_ARGUMENTS];
} call;

/** A variable of its maker that a closure has. */
typedef struct captured {
    uint32_t at; /* where it stands among the static variables of the closure */
    kind kind;
} captured;

typedef struct follower {
    const zend_op_array *code;
    const struct follower *maker; /* of the closure that is followed; NULL: it is none */
    uint32_t level;
    uint32_t call_count;
    uint32_t captured_count;
    const zend_op_array *closure; /* that was made last; NULL: none */
    captured captured[MOST_CAPTURED];
    call calls[MOST_CALLS];
    fact variables[MOST_VARIABLES];
} follower;

/**
 * Functions that are followed. What they take, argument by argument, the last letter for all that come behind: o the object, a an array, n names, k a
 * name, t a bool, f a closure that is called with one name, m the mode that has it called with keys. What they give: n names, p properties, t a bool, a properties if one of the
 * arguments is such, else names.
 */
static const struct {
    const char *name;
    const char *takes;
    uint8_t least, most;
    char gives;
} rules[] = {
    {"array_diff", "n", 2, MOST_ARGUMENTS, 'n'},
    {"array_diff_key", "a", 2, MOST_ARGUMENTS, 'a'},
    {"array_fill_keys", "nk", 2, 2, 'n'},
    {"array_filter", "nf", 1, 2, 'n'},
    {"array_filter", "afm", 3, 3, 'a'},
    {"array_flip", "n", 1, 1, 'n'},
    {"array_intersect", "n", 2, MOST_ARGUMENTS, 'n'},
    {"array_intersect_key", "a", 2, MOST_ARGUMENTS, 'a'},
    {"array_key_exists", "ka", 2, 2, 't'},
    {"array_keys", "a", 1, 1, 'n'},
    {"array_merge", "a", 1, MOST_ARGUMENTS, 'a'},
    {"array_unique", "n", 1, 1, 'n'},
    {"array_values", "n", 1, 1, 'n'},
    {"get_object_vars", "o", 1, 1, 'p'},
    {"in_array", "knt", 2, 3, 't'},
};
#define RULES (sizeof rules / sizeof *rules)

static kind follow(const zend_op_array *code, const follower *maker, uint32_t level);

static bool is_array(kind kind)
{
    return kind == NAMES || kind == PROPERTIES;
}

static bool is_leaf(kind kind)
{
    return kind == NAME || kind == TRUTH;
}

static kind kind_of_literal(const zval *literal)
{
    const zval *v;

    switch (Z_TYPE_P(literal)) {
    case IS_LONG:
    case IS_STRING:
        return NAME;
    case IS_FALSE:
    case IS_TRUE:
        return TRUTH;
    case IS_ARRAY:
        ZEND_HASH_FOREACH_VAL (Z_ARRVAL_P(literal), v) {
            if (Z_TYPE_P(v) != IS_LONG && Z_TYPE_P(v) != IS_STRING) {
                return UNKNOWN;
            }
        }
        ZEND_HASH_FOREACH_END();
        return NAMES;
    default:
        return UNKNOWN;
    }
}

static fact *variable(follower *f, znode_op node)
{
    return &f->variables[EX_VAR_TO_NUM(node.var)];
}

static fact operand(follower *f, const zend_op *op, uint8_t type, znode_op node)
{
    if (type == IS_CONST) {
        const zval *literal = RT_CONSTANT(op, node);
        return (fact){kind_of_literal(literal), literal, NULL};
    }
    return type != IS_UNUSED ? *variable(f, node) : (fact){UNKNOWN, NULL, NULL};
}

static kind first_kind(follower *f, const zend_op *op)
{
    return operand(f, op, op->op1_type, op->op1).kind;
}

static kind second_kind(follower *f, const zend_op *op)
{
    return operand(f, op, op->op2_type, op->op2).kind;
}

/* The result of an opcode is of that kind, unless that is unknown. */
static bool results_in(follower *f, const zend_op *op, kind kind)
{
    if (op->result_type != IS_UNUSED) {
        *variable(f, op->result) = (fact){kind, NULL, NULL};
    }
    return kind != UNKNOWN;
}

/* --- calls ------------------------------------------------------------------------------------------------------------------ */

static call *begin_call(follower *f)
{
    if (f->call_count == MOST_CALLS) {
        return NULL;
    }
    call *made = &f->calls[f->call_count++];
    *made = (call){0};
    return made;
}

/* An internal function, one that is followed or not. name is in lower case. */
static bool begin_internal(follower *f, const zval *name)
{
    const zend_function *function = zend_hash_find_ptr(EG(function_table), Z_STR_P(name));
    call *made = function && function->type == ZEND_INTERNAL_FUNCTION ? begin_call(f) : NULL;

    if (made) {
        made->name = Z_STR_P(name);
    }
    return made != NULL;
}

/* A function of the namespace, if there is one, else an internal one. */
static bool begin_in_namespace(follower *f, const zval *names)
{
    return !zend_hash_exists(EG(function_table), Z_STR_P(names + 1)) && begin_internal(f, names + 2);
}

/* parent::__sleep() */
static bool begin_hook(follower *f, const zend_op *op)
{
    const zend_class_entry *scope = f->code->scope;

    if (op->op1_type != IS_UNUSED || (op->op1.num & ZEND_FETCH_CLASS_MASK) != ZEND_FETCH_CLASS_PARENT ||
        op->op2_type != IS_CONST || !scope || !scope->parent || f->maker) {
        return false;
    }
    const zval *name = RT_CONSTANT(op, op->op2) + 1;
    call *made = zend_string_equals(Z_STR_P(name), ZSTR_KNOWN(ZEND_STR_SLEEP)) ? begin_call(f) : NULL;
    if (!made) {
        return false;
    }
    made->hook = zend_hash_find_ptr(&scope->parent->function_table, Z_STR_P(name));
    return made->hook != NULL;
}

static bool add_argument(follower *f, const zend_op *op)
{
    call *made = f->call_count ? &f->calls[f->call_count - 1] : NULL;

    if (!made || op->op2_type != IS_UNUSED || made->count == MOST_ARGUMENTS) {
        return false;
    }
    made->arguments[made->count] = operand(f, op, op->op1_type, op->op1);
    return made->arguments[made->count++].kind != UNKNOWN;
}

static bool is_taken(const follower *f, const fact *argument, char as)
{
    switch (as) {
    case 'o':
        return argument->kind == THE_OBJECT;
    case 'a':
        return is_array(argument->kind);
    case 'n':
        return argument->kind == NAMES;
    case 'k':
        return argument->kind == NAME;
    case 't':
        return argument->kind == TRUTH;
    case 'm':
        return argument->literal && Z_TYPE_P(argument->literal) == IS_LONG &&
               Z_LVAL_P(argument->literal) == ARRAY_FILTER_USE_KEY;
    default:
        return argument->kind == CLOSURE && argument->closure == f->closure &&
               is_leaf(follow(argument->closure, f, f->level + 1));
    }
}

static bool are_taken(const follower *f, const call *made, const char *as)
{
    for (uint32_t i = 0; i < made->count; i++) {
        if (!is_taken(f, &made->arguments[i], *as)) {
            return false;
        }
        as += as[1] != '\0';
    }
    return true;
}

static kind kind_of_arrays(const call *made)
{
    for (uint32_t i = 0; i < made->count; i++) {
        if (made->arguments[i].kind == PROPERTIES) {
            return PROPERTIES;
        }
    }
    return NAMES;
}

static kind apply(const follower *f, const call *made)
{
    for (size_t i = 0; i < RULES; i++) {
        if (made->count < rules[i].least || made->count > rules[i].most ||
            !zend_string_equals_cstr(made->name, rules[i].name, strlen(rules[i].name))) {
            continue;
        }
        if (!are_taken(f, made, rules[i].takes)) {
            return UNKNOWN;
        }
        switch (rules[i].gives) {
        case 'p':
            return PROPERTIES;
        case 't':
            return TRUTH;
        case 'a':
            return kind_of_arrays(made);
        default:
            return NAMES;
        }
    }
    return UNKNOWN;
}

static bool end_call(follower *f, const zend_op *op)
{
    if (!f->call_count) {
        return false;
    }
    const call *made = &f->calls[--f->call_count];
    if (made->name) {
        return results_in(f, op, apply(f, made));
    }
    return made->count == 0 && made->hook->type == ZEND_USER_FUNCTION &&
           results_in(f, op, follow(&made->hook->op_array, NULL, f->level + 1));
}

/* --- closures --------------------------------------------------------------------------------------------------------------- */

static bool make_closure(follower *f, const zend_op *op)
{
    if (f->maker) {
        return false;
    }
    f->closure = f->code->dynamic_func_defs[op->op2.num];
    f->captured_count = 0;
    *variable(f, op->result) = (fact){CLOSURE, NULL, f->closure};
    return true;
}

/* Where a variable stands among the static ones of a closure, without the flags beside it. */
static uint32_t static_place(const zend_op *op)
{
    return op->extended_value & ~(uint32_t)(ZEND_BIND_REF | ZEND_BIND_IMPLICIT | ZEND_BIND_EXPLICIT);
}

static bool capture(follower *f, const zend_op *op)
{
    kind kind = variable(f, op->op2)->kind;

    /* fn captures what is there, use what it names: of a variable that is not set it tells so */
    if ((op->extended_value & ZEND_BIND_REF) ||
        (kind == UNKNOWN && !(op->extended_value & ZEND_BIND_IMPLICIT)) ||
        variable(f, op->op1)->closure != f->closure || f->captured_count == MOST_CAPTURED) {
        return false;
    }
    f->captured[f->captured_count++] = (captured){static_place(op), kind};
    return true;
}

/* What was captured, in the closure. Other static variables are not followed. */
static bool take_captured(follower *f, const zend_op *op)
{
    if (!f->maker || (op->extended_value & ZEND_BIND_REF)) {
        return false;
    }
    for (uint32_t i = 0; i < f->maker->captured_count; i++) {
        const captured *one = &f->maker->captured[i];
        if (one->at == static_place(op)) {
            *variable(f, op->op1) = (fact){one->kind, NULL, NULL};
            return true;
        }
    }
    return false;
}

/* True if values of the kind pass a declared type as they are. */
static bool passes(zend_type type, kind kind)
{
    uint32_t mask = ZEND_TYPE_PURE_MASK(type);

    switch (kind) {
    case NAME:
        return (mask & MAY_BE_STRING) && (mask & MAY_BE_LONG);
    case TRUTH:
        return (mask & MAY_BE_BOOL) == MAY_BE_BOOL;
    case NAMES:
        return (mask & MAY_BE_ARRAY) != 0;
    default:
        return false;
    }
}

/* The one parameter of a closure: a name, which becomes a string at most. */
static bool take_parameter(follower *f, const zend_op *op)
{
    const zend_arg_info *info = f->code->arg_info;

    if (!f->maker || op->op1.num != 1 || ZEND_ARG_SEND_MODE(info) ||
        (ZEND_TYPE_IS_SET(info->type) && !(ZEND_TYPE_PURE_MASK(info->type) & MAY_BE_STRING))) {
        return false;
    }
    *variable(f, op->result) = (fact){NAME, NULL, NULL};
    return true;
}

/* --- opcodes ---------------------------------------------------------------------------------------------------------------- */

static bool cast(follower *f, const zend_op *op)
{
    kind from = first_kind(f, op);

    return op->extended_value == IS_ARRAY && (from == THE_OBJECT || is_array(from)) &&
           results_in(f, op, from == THE_OBJECT ? PROPERTIES : from);
}

static bool assign(follower *f, const zend_op *op, fact value, znode_op to)
{
    *variable(f, to) = (fact){value.kind, NULL, value.closure};
    return value.kind != UNKNOWN && (op->opcode != ZEND_ASSIGN || results_in(f, op, value.kind));
}

/* $names[] = or $names[name] = */
static bool assign_element(follower *f, const zend_op *op)
{
    return op->op1_type == IS_CV && first_kind(f, op) == NAMES &&
           (op->op2_type == IS_UNUSED || second_kind(f, op) == NAME) && first_kind(f, op + 1) == NAME &&
           results_in(f, op, NAME);
}

static bool unset_element(follower *f, const zend_op *op)
{
    return op->op1_type == IS_CV && is_array(first_kind(f, op)) && second_kind(f, op) == NAME;
}

/* An element of the array that stands in the result. */
static bool add_element(follower *f, const zend_op *op)
{
    return !(op->extended_value & ZEND_ARRAY_ELEMENT_REF) && variable(f, op->result)->kind == NAMES &&
           first_kind(f, op) == NAME && (op->op2_type == IS_UNUSED || second_kind(f, op) == NAME);
}

static bool begin_array(follower *f, const zend_op *op)
{
    return results_in(f, op, NAMES) && (op->op1_type == IS_UNUSED || add_element(f, op));
}

static bool compare(follower *f, const zend_op *op)
{
    return is_leaf(first_kind(f, op)) && is_leaf(second_kind(f, op)) && results_in(f, op, TRUTH);
}

static bool verify(follower *f, const zend_op *op)
{
    fact value = operand(f, op, op->op1_type, op->op1);

    return passes(f->code->arg_info[-1].type, value.kind) &&
           (op->op1_type != IS_CONST || results_in(f, op, value.kind));
}

/* False: the opcode is none that is followed. */
static bool follow_one(follower *f, const zend_op *op)
{
    switch (op->opcode) {
    case ZEND_NOP:
    case ZEND_OP_DATA:
    case ZEND_FREE:
        return true;
    case ZEND_FETCH_THIS:
        return results_in(f, op, f->maker ? UNKNOWN : THE_OBJECT);
    case ZEND_CAST:
        return cast(f, op);
    case ZEND_ASSIGN:
        return op->op1_type == IS_CV && assign(f, op, operand(f, op, op->op2_type, op->op2), op->op1);
    case ZEND_QM_ASSIGN:
        return assign(f, op, operand(f, op, op->op1_type, op->op1), op->result);
    case ZEND_ASSIGN_DIM:
        return assign_element(f, op);
    case ZEND_UNSET_DIM:
        return unset_element(f, op);
    case ZEND_INIT_ARRAY:
        return begin_array(f, op);
    case ZEND_ADD_ARRAY_ELEMENT:
        return add_element(f, op);
    case ZEND_ADD_ARRAY_UNPACK:
        return variable(f, op->result)->kind == NAMES && first_kind(f, op) == NAMES;
    case ZEND_INIT_FCALL:
        return op->op2_type == IS_CONST && begin_internal(f, RT_CONSTANT(op, op->op2));
    case ZEND_INIT_FCALL_BY_NAME:
        return op->op2_type == IS_CONST && begin_internal(f, RT_CONSTANT(op, op->op2) + 1);
    case ZEND_INIT_NS_FCALL_BY_NAME:
        return op->op2_type == IS_CONST && begin_in_namespace(f, RT_CONSTANT(op, op->op2));
    case ZEND_INIT_STATIC_METHOD_CALL:
        return begin_hook(f, op);
    case ZEND_SEND_VAL:
    case ZEND_SEND_VAL_EX:
    case ZEND_SEND_VAR:
    case ZEND_SEND_VAR_EX:
    case ZEND_SEND_VAR_NO_REF:
    case ZEND_SEND_VAR_NO_REF_EX:
        return add_argument(f, op);
    case ZEND_DO_ICALL:
    case ZEND_DO_UCALL:
    case ZEND_DO_FCALL:
    case ZEND_DO_FCALL_BY_NAME:
        return end_call(f, op);
    case ZEND_DECLARE_LAMBDA_FUNCTION:
        return make_closure(f, op);
    case ZEND_BIND_LEXICAL:
        return capture(f, op);
    case ZEND_BIND_STATIC:
        return take_captured(f, op);
    case ZEND_RECV:
        return take_parameter(f, op);
    case ZEND_ARRAY_KEY_EXISTS:
        return first_kind(f, op) == NAME && is_array(second_kind(f, op)) && results_in(f, op, TRUTH);
    case ZEND_IN_ARRAY:
        return first_kind(f, op) == NAME && results_in(f, op, TRUTH);
    case ZEND_ISSET_ISEMPTY_DIM_OBJ:
        return first_kind(f, op) == NAMES && second_kind(f, op) == NAME && results_in(f, op, TRUTH);
    case ZEND_BOOL:
    case ZEND_BOOL_NOT:
        return is_leaf(first_kind(f, op)) && results_in(f, op, TRUTH);
    case ZEND_IS_IDENTICAL:
    case ZEND_IS_NOT_IDENTICAL:
    case ZEND_IS_EQUAL:
    case ZEND_IS_NOT_EQUAL:
        return compare(f, op);
    case ZEND_VERIFY_RETURN_TYPE:
        return verify(f, op);
    default:
        return false;
    }
}

/* The kind of what a function returns. */
static kind follow(const zend_op_array *code, const follower *maker, uint32_t level)
{
    follower f = {.code = code, .maker = maker, .level = level};

    if (level == MOST_LEVELS || (uint32_t)code->last_var + code->T > MOST_VARIABLES ||
        (code->fn_flags & (ZEND_ACC_GENERATOR | ZEND_ACC_RETURN_REFERENCE | ZEND_ACC_VARIADIC |
                           ZEND_ACC_DEPRECATED | ZEND_ACC_ABSTRACT)) ||
        (!maker && (code->fn_flags & ZEND_ACC_STATIC)) || code->required_num_args > (maker ? 1 : 0)) {
        return UNKNOWN;
    }
    const zend_op *op = code->opcodes, *end = op + MIN(code->last, MOST_OPCODES);
    for (; op < end && op->opcode != ZEND_RETURN; op++) {
        if (!follow_one(&f, op)) {
            return UNKNOWN;
        }
    }
    return op < end ? first_kind(&f, op) : UNKNOWN;
}

bool lyo_is_steady_hook(const zend_function *hook)
{
    return hook->type == ZEND_USER_FUNCTION && follow(&hook->op_array, NULL, 0) == NAMES;
}
