<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Native;

use Lyo\Exception\LyoException;
use Lyo\Failure;
use Lyo\Stream\Slots;
use Lyo\Stream\Table;

use function preg_match;

/**
 * Collects what the text of serialize() names before unserialize() reads it. Text behind the value and payloads of objects (C:) are not looked at.
 *
 * @internal
 */
final class Names extends Slots
{
    /** What unserialize() takes for the name of a class. */
    private const NAME = '/\A(?!\\\\)[\w\\\\\x80-\xFF]+\z/';

    /** @var Table<array{string, bool}> */
    private Table $names;

    private function __construct(private readonly bool $strict)
    {
        $this->names = new Table();
    }

    /**
     * Returns the names in a text, each with whether it is an enum, in the order in which they occur first.
     *
     * @param int $maxDepth 0 for no limit
     * @param int $maxElements 0 for no limit
     * @param bool $strict whether a name that unserialize() does not take is refused
     *
     * @return list<array{string, bool}>
     *
     * @throws LyoException if the text is damaged, or exceeds a limit
     */
    public static function of(string $text, int $maxDepth, int $maxElements, bool $strict): array
    {
        $names = new self($strict);
        Reader::readFrom($text, 0, $names, 0, $maxDepth, $maxElements);
        return $names->names->values();
    }

    public function beginObject(string $class, int $count): void
    {
        parent::beginObject($class, $count);
        $this->add($class);
    }

    public function custom(string $class, string $payload, int $slots): void
    {
        parent::custom($class, $payload, $slots);
        $this->add($class);
    }

    public function enumCase(string $class, string $case): void
    {
        parent::enumCase($class, $case);
        $this->names->set("E:$class", [$class, true]);
    }

    private function add(string $class): void
    {
        if ($this->strict && preg_match(self::NAME, $class) !== 1) {
            throw Failure::corrupt('not the name of a class', 0);
        }
        $this->names->set("O:$class", [$class, false]);
    }
}
