/* SPDX-License-Identifier: BSD-3-Clause */
#include "module/lyo_request.h"

void lyo_request_end(lyo_request *request)
{
    lyo_isolation_reset(&request->isolation);
    lyo_session_forget(&request->unread);
    lyo_zstd_forget(&request->zstd);
    if (request->notes && request->notes->passes) {
        lyo_class_notes_forget(request->notes);
    }
}

void lyo_request_free(lyo_request *request)
{
    lyo_dictionaries_free(&request->zstd);
    if (request->notes) {
        pefree(request->notes, 1);
    }
}
