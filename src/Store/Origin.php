<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Store;

/** Who made the stored bytes of a value. */
enum Origin
{
    /** The application, or its framework: what it reads, it may be given. */
    case Application;
    /** The client of the store, which marks its own serializer's values and reads no others. */
    case Client;
    /** A string or number that was stored as it is, whatever it looks like. */
    case Plain;
    /** The client compressed it in a way that nothing here undoes. */
    case Packed;
}
