/* SPDX-License-Identifier: BSD-3-Clause */
#include "php/lyo_check.h"

static void *reallocate(void *memory, size_t size)
{
    return LYO_REALLOCATE(memory, size);
}

static void release_taken(void *memory)
{
    efree(memory);
}

bool lyo_check_bytes(const uint8_t *data, size_t size, uint32_t max_depth, uint64_t max_elements,
                     lyo_error *error)
{
    const lyo_walk_options options = {.max_depth = max_depth,
                                      .max_elements = max_elements,
                                      .reallocate = reallocate,
                                      .release = release_taken};

    return lyo_walk(data, size, &options, NULL, NULL, error);
}

bool lyo_check_igbinary(const uint8_t *data, size_t size, uint32_t max_depth, uint64_t max_elements,
                        lyo_igbinary_error *error)
{
    return lyo_igbinary_walk(data, size, max_depth, max_elements, reallocate, release_taken, error);
}

bool lyo_check_text(const uint8_t *data, size_t size, lyo_text_walk_options *options, lyo_error *error)
{
    options->reallocate = reallocate;
    options->release = release_taken;
    return lyo_text_walk(data, size, options, error);
}
