/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Owns what lasts as long as a request. There is one for each process, or for each thread under ZTS. It is
 * all zero at first, and only lyo_request_end() resets it. That also ends calls that never returned because
 * of a fatal error, a timeout or a fiber that was never resumed.
 */
#ifndef LYO_REQUEST_H
#define LYO_REQUEST_H

#include "lyo/lyo_class_infos.h"
#include "module/lyo_dictionary.h"
#include "module/lyo_session.h"
#include "php/lyo_isolation.h"

typedef struct lyo_request {
    lyo_isolation isolation;
    lyo_class_infos *classes; /* facts about classes; NULL until needed */
    lyo_unread_session unread;
    lyo_zstd_kept zstd;
} lyo_request;

/** Returns the facts about classes of this request. */
LYO_INLINE lyo_class_infos *lyo_request_classes(lyo_request *request)
{
    if (UNEXPECTED(!request->classes)) {
        request->classes = lyo_class_infos_new(true);
    }
    return request->classes;
}

/**
 * Releases everything that belongs to the request. Must be called after the end of all modules, because the
 * session module writes the session in its own RSHUTDOWN. The request's memory is still valid then.
 */
void lyo_request_end(lyo_request *request);
/** Frees what is kept from request to request. */
void lyo_request_free(lyo_request *request);

#endif
