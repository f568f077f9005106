<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Functions;

use Lyo\Envelope\Envelope;
use Lyo\Envelope\Terms;
use Lyo\Exception\LimitException;
use Lyo\Exception\LyoException;
use Lyo\Native\Decoding;
use Lyo\Native\ExactFloats;
use Lyo\Native\Payloads;
use Lyo\Native\Reader as NativeReader;
use Lyo\Native\Writer;
use Lyo\Pure\Ambiguous;
use Lyo\Pure\Encoder;
use Lyo\Pure\Head;
use Lyo\Pure\Reader;
use Lyo\Pure\Tree\Builder;
use Lyo\Wire\Limit;
use SensitiveParameter;

use function is_array;
use function is_object;
use function is_scalar;
use function preg_match;
use function serialize;
use function str_contains;
use function unserialize;

/**
 * The functions lyo_serialize(), lyo_unserialize() and lyo_is_serialized() in PHP. They give the same bytes, values and exceptions as the
 * extension. Values without objects and PHP references are written and read directly. All other values go through the text of serialize() and
 * unserialize(), because these take care of hooks, visibility and internal classes.
 *
 * @internal
 */
final class Lyo
{
    /** Matches text with PHP references, custom payloads or enum cases, which unserialize() without allowed classes would lose, and with names of classes that it refuses. */
    private const SPECIAL = '/(?:^|[;{}])(?:[RCE]:\d|O:\d+:"(?![\w\\\\\x80-\xFF]++":))/';

    /**
     * @param array<mixed> $options max_depth, checksum, compress, level, min_size, min_ratio, dictionaries, sign, context
     *
     * @throws LyoException
     */
    public static function serialize(mixed $value, #[SensitiveParameter] array $options = []): string
    {
        $checked = Options::forWriting($options);
        if ($checked->envelope->isNone()) {
            return self::payload($value, $checked);
        }
        Envelope::check($checked->envelope);
        return Envelope::seal(self::payload($value, $checked), $checked->envelope);
    }

    /** Returns the payload of a value, without an envelope. */
    private static function payload(mixed $value, Options $checked): string
    {
        if (!is_array($value) && !is_object($value)) {
            return Encoder::encode(is_scalar($value) ? $value : ($value === null ? null : 0), $checked->maxDepth); // 0 for a resource, as serialize()
        }
        $text = ExactFloats::serialize($value);
        if (self::mayHoldNodes($text)) {
            return self::encodeText($text, $value, $checked->maxDepth);
        }
        try {
            return Encoder::encode($value, $checked->maxDepth);
        } catch (Ambiguous|LimitException) {
            // The text differs from the value: an object whose __sleep() returned no array is null in it, a resource is 0, and an array that contains
            // itself is cut off.
            return self::fromNative($text, $checked->maxDepth);
        }
    }

    /**
     * @param array<mixed> $options allowed_classes, max_depth, max_elements, missing_class, checksum, max_unpacked, dictionaries, sign, context, unsigned_until, formats
     *
     * @throws LyoException
     */
    public static function unserialize(string $data, #[SensitiveParameter] array $options = []): mixed
    {
        $checked = Options::forReading($options);
        return $checked->formats === null ? self::decode($data, $checked, $options === []) : Formats::read($data, $checked);
    }

    /**
     * Returns the value of data in the format Lyo.
     *
     * @param bool $plain whether the call has no options
     *
     * @throws LyoException
     */
    public static function decode(string $data, Options $checked, bool $plain = false): mixed
    {
        $head = $plain ? Head::met($data) : null; // null for an envelope
        if ($head === null) {
            $data = Envelope::open($data, $checked->envelope);
            $head = Head::of($data);
        }
        if ($head->isStandard() && (!$head->classes || $checked->allows('stdClass'))) {
            try {
                return Reader::value($data, $head, $checked->maxDepth, $checked->maxElements);
            } catch (Ambiguous) {
                // a property has a name that begins with a NUL byte, which only unserialize() can set
            }
        }
        $used = [];
        $text = Reader::text($data, $head, $checked->maxDepth, $checked->maxElements, $used);
        $allowed = true;
        if (!$head->resolved || $checked->allowed !== null) {
            $classes = new Classes($checked);
            $classes->resolve($head, $used);
            $strange = $classes->strange($head->definitions);
            if ($strange !== []) {
                $text = Reader::text($data, $head, $checked->maxDepth, $checked->maxElements, $used, $strange);
            }
            $allowed = $classes->allowed();
        }
        return Decoding::decode($text, ['allowed_classes' => $allowed, 'max_depth' => 0], true);
    }

    public static function isSerialized(string $data): bool
    {
        try {
            $checked = Options::forReading([]);
            $maxDepth = $checked->maxDepth;
            $data = Envelope::open($data, $checked->envelope);
            $head = Head::of($data);
            if ($head->isPlain()) {
                Reader::value($data, $head, $maxDepth, 0);
            } else {
                Reader::text($data, $head, $maxDepth, 0);
            }
            return true;
        } catch (LyoException) {
            return false;
        }
    }

    /**
     * Translates a payload to text that unserialize() reads as the same value. No class is looked up or loaded.
     *
     * The text is what serialize() would write for the value, with one exception. An object may occur again in a slot that begins a PHP reference of
     * its own. serialize() writes `R:` there, and unserialize() then makes the object's first slot part of that reference, which it was not. So
     * this function writes `r:`.
     *
     * @throws LyoException
     */
    public static function toNative(string $data, int $maxDepth = Limit::DEPTH): string
    {
        $data = Envelope::open($data, new Terms());
        $text = Reader::text($data, Head::of($data), $maxDepth, 0);
        if (ExactFloats::areShort()) {
            return $text;
        }
        $writer = new Writer();
        NativeReader::read($text, $writer);
        return $writer->text();
    }

    /**
     * Returns the text of serialize() for a value without objects and PHP references. serialize_precision has no effect.
     *
     * @throws LyoException
     */
    public static function textOf(mixed $value): string
    {
        return ExactFloats::areShort() ? serialize($value) : self::toNative(Encoder::encode($value, 0), 0);
    }

    /**
     * Translates the text of serialize() to a payload. No class is looked up or loaded.
     *
     * @throws LyoException
     */
    public static function fromNative(string $text, int $maxDepth = Limit::DEPTH): string
    {
        return Encoder::encode(Builder::build($text), $maxDepth);
    }

    /** Returns false if the text has no objects and no PHP references. Returns true if it has some, or a string that looks like one. */
    private static function mayHoldNodes(string $text): bool
    {
        return (str_contains($text, 'O:') || str_contains($text, 'R:') || str_contains($text, 'C:') || str_contains($text, 'E:'))
            && preg_match('/(?:^|[;{}])[ORCE]:\d/', $text) !== 0;
    }

    /**
     * Returns the payload for text that may hold objects or PHP references.
     *
     * @param mixed $value value that the text was made of
     */
    private static function encodeText(string $text, mixed $value, int $maxDepth): string
    {
        if (preg_match(self::SPECIAL, $text) !== 0 || str_contains($text, '__PHP_Incomplete_Class_Name')) {
            Payloads::checkWritten($text);
            return self::fromNative($text, $maxDepth);
        }
        // unserialize() without allowed classes is faster than fromNative(), and loses nothing of text without the tokens above
        $tree = @unserialize($text, ['allowed_classes' => false, 'max_depth' => 0]);
        try {
            // unserialize() returns false if serialize() has written a back reference to null, in the place of an object whose __sleep() returned no array
            return $tree === false ? self::fromNative($text, $maxDepth) : Encoder::encode($tree, $maxDepth, $text);
        } catch (Ambiguous) {
            return self::fromNative($text, $maxDepth);
        }
    }
}
