<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Store;

/** Who wrote the stored bytes of a value. */
enum Origin
{
    /** The application or its framework. The bytes may be replaced by any format that it reads. */
    case Application;
    /** The client of the store, which marks the values of its serializer and reads no other format. */
    case Client;
    /** A string or number that was stored as it is. It is no serialized value, even if it looks like one. */
    case Plain;
    /** Compressed by the client, in a way that this library cannot unpack. */
    case Packed;
}
