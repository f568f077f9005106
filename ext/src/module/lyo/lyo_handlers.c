/* SPDX-License-Identifier: BSD-3-Clause
 *
 * lyo as a serializer of sessions and of APCu.
 */
#include "module/lyo_apcu.h"
#include "module/lyo_session.h"
#include "module/lyo/lyo_host.h"
#include "php_lyo.h"

/* --- sessions ------------------------------------------------------------------------------------------- */

#if LYO_HAS_SESSIONS
PS_SERIALIZER_ENCODE_FUNC(lyo)
{
    zval *session = lyo_session_array();
    zend_string *kept = session ? lyo_session_unread(&LYO_G(request).unread, session) : NULL;

    if (kept || !session) {
        return kept;
    }
    if (LYO_G(session_write) != LYO_SESSION_LYO) {
        zend_string *bytes;
        if (lyo_session_encode(LYO_G(session_write), &LYO_G(request).isolation, &bytes)) {
            return bytes;
        }
        session = lyo_session_array(); /* an error handler may have ended the session */
    }
    return session ? lyo_encode_or_throw(session, NULL) : NULL;
}

/*
 * Reads sessions in any format that a site may have used before. So its sessions survive the change of the
 * handler, and are then written in the format of the setting.
 */
PS_SERIALIZER_DECODE_FUNC(lyo)
{
    lyo_decode_options options = lyo_default_decode_options();
    lyo_decode_mechanisms mechanisms = lyo_process_mechanisms(&LYO_G(process));
    lyo_session_reading reading = {&options, &mechanisms, &LYO_G(envelope), true};
    const uint64_t start = lyo_costs_begin(&LYO_G(costs));

    zend_result result = lyo_session_decode(val, vallen, &reading, &LYO_G(request).unread);

    lyo_costs_end(&LYO_G(costs), LYO_WORK_DECODE, start, vallen);
    lyo_release_classes(&options);
    return result;
}
#endif

/* --- APCu ----------------------------------------------------------------------------------------------- */

static int apcu_serialize(unsigned char **buffer, size_t *size, const zval *value, void *config)
{
    zend_string *bytes = lyo_encode_or_throw((zval *)value, NULL);

    if (!bytes) {
        return 0;
    }
    lyo_apcu_give(bytes, buffer, size);
    return 1;
}

static int apcu_unserialize(zval *value, unsigned char *bytes, size_t size, void *config)
{
    return lyo_decode_or_throw((const char *)bytes, size, NULL, value);
}

void lyo_register_handlers(void)
{
#if LYO_HAS_SESSIONS
    php_session_register_serializer("lyo", PS_SERIALIZER_ENCODE_NAME(lyo), PS_SERIALIZER_DECODE_NAME(lyo));
#endif
    lyo_apcu_register("lyo", apcu_serialize, apcu_unserialize);
}
