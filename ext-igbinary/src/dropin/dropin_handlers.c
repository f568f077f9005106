/* SPDX-License-Identifier: BSD-3-Clause
 *
 * igbinary as a serializer of sessions and of APCu.
 */
#include "module/lyo_apcu.h"
#include "module/lyo_php.h"
#include "module/lyo_session.h"
#include "dropin/dropin.h"

/* --- sessions ------------------------------------------------------------------------------------------- */

#if LYO_HAS_SESSIONS
PS_SERIALIZER_ENCODE_FUNC(igbinary)
{
    zval *session = lyo_session_array();
    zend_string *kept = session ? lyo_session_unread(&IGBINARY_G(request).unread, session) : NULL;

    return kept ? kept : session ? lyo_dropin_encode(session) : NULL;
}

/*
 * Reads data of any version of igbinary's format and of lyo's, and those of PHP's handlers if a setting
 * allows it.
 */
PS_SERIALIZER_DECODE_FUNC(igbinary)
{
    lyo_decode_options options = lyo_dropin_options();
    const lyo_envelope_options envelope = {.max_unpacked = LYO_LIMIT_UNPACKED};
    const lyo_decode_mechanisms mechanisms = lyo_process_mechanisms(&IGBINARY_G(process));
    lyo_session_reading reading = {&options, &mechanisms, &envelope, IGBINARY_G(read_native)};

    zend_result result = lyo_session_decode(val, vallen, &reading, &IGBINARY_G(request).unread);

    lyo_release_classes(&options);
    return result;
}
#endif

/* --- APCu ----------------------------------------------------------------------------------------------- */

static int apcu_serialize_igbinary(unsigned char **buffer, size_t *size, const zval *value, void *config)
{
    return igbinary_serialize(buffer, size, (zval *)value) == 0;
}

static int apcu_unserialize_igbinary(zval *value, unsigned char *bytes, size_t size, void *config)
{
    return igbinary_unserialize(bytes, size, value) == 0;
}

void lyo_dropin_register_handlers(void)
{
#if LYO_HAS_SESSIONS
    php_session_register_serializer("igbinary", PS_SERIALIZER_ENCODE_NAME(igbinary),
                                    PS_SERIALIZER_DECODE_NAME(igbinary));
#endif
    lyo_apcu_register("igbinary", apcu_serialize_igbinary, apcu_unserialize_igbinary);
}
