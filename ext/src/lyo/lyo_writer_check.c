/* SPDX-License-Identifier: BSD-3-Clause */
#include "lyo/lyo_writer_check.h"

bool lyo_writer_checkpoint_holds(const lyo_encoder *e, const lyo_writer_checkpoint *before)
{
    return e->depth == before->depth && lyo_encoder_offset(e) > before->offset;
}

/* Returns true if each node is found by its address, and the numbers of PHP references were assigned. */
static bool is_sound_identity(lyo_encoder *e)
{
    lyo_identity *identity = &e->identity;
    uint32_t count = 0;

    for (uint32_t i = 0; identity->nodes && i <= identity->mask; i++) {
        const lyo_node *node = &identity->nodes[i];
        if (!node->address) {
            continue;
        }
        if (lyo_identity_find(identity, node->address) != node ||
            (node->reference != LYO_NOT_REFERENCED && node->reference >= e->reference_count)) {
            return false;
        }
        count++;
    }
    return count == identity->count;
}

/* Returns true if definitions and names are as many as those of the known prefix, if they are one. */
static bool is_sound_prefix(const lyo_encoder *e)
{
    const lyo_definitions *definitions = &e->definitions;
    uint32_t names = 0, count = 0;

    if (!definitions->is_prefix) {
        return true;
    }
    for (const lyo_prefix *prefix = definitions->prefix; prefix; prefix = prefix->before) {
        names += prefix->name_count;
        count++;
    }
    return lyo_buffer_size(&e->preamble) == 0 && names == e->strings.count[LYO_NAMES] &&
           count == definitions->count;
}

/* Returns true if the ids of all defined shapes were assigned. */
static bool is_sound_definitions(const lyo_definitions *definitions)
{
    uint32_t undefined = 0;

    for (uint32_t i = 0; i < definitions->shapes.count; i++) {
        uint32_t id = definitions->shapes.shapes[i].definition;
        undefined += id == LYO_NOT_DEFINED;
        if (id != LYO_NOT_DEFINED && id >= definitions->count) {
            return false;
        }
    }
    return undefined == definitions->undefined && lyo_shapes_are_sound(&definitions->shapes);
}

bool lyo_encoder_is_sound(lyo_encoder *e)
{
    return e->depth == 0 && e->failure == LYO_FAILED_NOT && lyo_encoder_offset(e) > 0 &&
           is_sound_identity(e) && is_sound_prefix(e) && is_sound_definitions(&e->definitions) &&
           lyo_string_ids_are_sound(&e->strings);
}
