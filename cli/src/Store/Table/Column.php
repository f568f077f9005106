<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Store\Table;

use function preg_match;

/** A column of a table. */
final readonly class Column
{
    /**
     * @param string $name the quoted name
     * @param string $type the type without its length, in lower case
     * @param string|null $charset MariaDB and MySQL: the character set of a column for text; null for other columns and databases
     * @param string|null $collation the collation of such a column
     * @param int|null $longest the most bytes that the column can hold; null if the database does not tell
     * @param bool $automatic whether the database changes the column with each UPDATE that does not set it
     */
    public function __construct(
        public string $name,
        public string $type,
        public ?string $charset = null,
        public ?string $collation = null,
        public ?int $longest = null,
        public bool $automatic = false,
    ) {}

    /** Tells whether the type is for bytes. */
    public function isBytes(): bool
    {
        return preg_match('/blob|binary|bytea/', $this->type) === 1;
    }

    /**
     * Tells whether values of a column of MariaDB or MySQL, read as text, are found again and have the order of the column. Those of ENUM have the
     * order of their numbers, and UUID that of some of its parts.
     */
    public function isOrdered(): bool
    {
        return preg_match('/\A(?:(?:tiny|small|medium|big)?int|decimal|double|(?:var)?char|(?:tiny|medium|long)?(?:text|blob)|(?:var)?binary|date|time|datetime|timestamp|year)\z/', $this->type) === 1;
    }

    /** Tells whether the type is for text. */
    public function isText(): bool
    {
        return preg_match('/text|char|clob/', $this->type) === 1;
    }
}
