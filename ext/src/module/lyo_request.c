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

lyo_usage lyo_request_usage(const lyo_request *request, bool disabled)
{
    lyo_usage row = {.name = "notes", .limit = disabled ? 0 : sizeof(lyo_class_notes)};

    if (request->notes) {
        row.bytes = sizeof(lyo_class_notes);
        for (uint32_t i = 0; i < LYO_CLASS_NOTES; i++) {
            row.entries += request->notes->places[i].ce != NULL;
        }
    }
    return row;
}
