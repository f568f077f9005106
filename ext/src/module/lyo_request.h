/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Owns what lasts as long as a request. A process has one, or each thread under ZTS; all zero at first. lyo_request_end() alone resets it. That is
 * where calls end, too, that never came back: by a fatal error, a timeout, or in a fiber that nobody resumed.
 */
#ifndef LYO_REQUEST_H
#define LYO_REQUEST_H

#include "lyo/lyo_class_notes.h"
#include "module/lyo_session.h"
#include "php/lyo_isolation.h"
#include "php/lyo_usage.h"

typedef struct lyo_request {
    lyo_isolation isolation;
    lyo_class_notes *notes; /* what is known of classes; NULL until needed */
    lyo_unread_session unread;
} lyo_request;

/** What is known of the classes of this request. */
LYO_INLINE lyo_class_notes *lyo_request_notes(lyo_request *request)
{
    if (UNEXPECTED(!request->notes)) {
        request->notes = lyo_class_notes_new(true);
    }
    return request->notes;
}

/** Forgets all, behind the end of all modules: the session is written when its own ends. The request's memory is still there. */
void lyo_request_end(lyo_request *request);
/** Frees what is kept from request to request. */
void lyo_request_free(lyo_request *request);

/** The row of notes. disabled: they are turned off. */
lyo_usage lyo_request_usage(const lyo_request *request, bool disabled);

#endif
