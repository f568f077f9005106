/* SPDX-License-Identifier: BSD-3-Clause */
#include "module/lyo_request.h"

void lyo_request_end(lyo_request *request)
{
    lyo_isolation_reset(&request->isolation);
    lyo_session_forget(&request->unread);
    lyo_zstd_forget(&request->zstd);
    if (request->classes && request->classes->passes) {
        lyo_class_infos_forget(request->classes);
    }
}

void lyo_request_free(lyo_request *request)
{
    lyo_dictionaries_free(&request->zstd);
    if (request->classes) {
        pefree(request->classes, 1);
    }
}
