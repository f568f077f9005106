<?php

/** @generate-class-entries */

namespace {
    /**
     * Encodes a value in the Lyo format. Options: max_depth (int), checksum (bool), compress (null|'zlib'|'zstd'), level, min_size (int),
     * min_ratio (float), dictionaries (list<string>, of zstd), sign (null|array<string>, keys by their names), context (string).
     */
    function lyo_serialize(mixed $value, #[\SensitiveParameter] array $options = []): string {}

    /**
     * Decodes a value. Options: allowed_classes (bool|list<string>), max_depth, max_elements (int), missing_class ('incomplete'|'throw'),
     * checksum (bool: one is required), max_unpacked (int), dictionaries (list<string>, of zstd), sign (null|array<string>, keys by their names),
     * context (string), unsigned_until (null|int), formats ('all'|list<'lyo'|'igbinary'|'native'>).
     */
    function lyo_unserialize(string $data, #[\SensitiveParameter] array $options = []): mixed {}

    /**
     * Makes a dictionary of zstd, of at most so many bytes, of samples that are like what will be compressed: of values that lyo_serialize() encoded
     * without compression.
     *
     * @phpstan-param array<string> $samples
     */
    function lyo_train_dictionary(array $samples, int $size = 16384): string {}

    /** True if the data are one well-formed Lyo payload; no value is made. */
    function lyo_is_serialized(string $data): bool {}

    /**
     * What is kept from call to call, by owner: entries, bytes, limit (bytes; 0: off) of each mechanism, and calls in progress. And the cost of calls while
     * lyo.cost is on: how many encode, decode, pack and unpack, their bytes, and their time in ns.
     *
     * @return array{process: array<string, int|array<string, int>>, request: array<string, int|array<string, int>>, cost: array{process: array<string, array<string, int>>, request: array<string, array<string, int>>}}
     */
    function lyo_status(): array {}
}

namespace Lyo\Exception {
    /** What lyo_serialize() and lyo_unserialize() throw; the message never holds bytes of the payload. */
    abstract class LyoException extends \RuntimeException
    {
        private int $offset = 0;

        /** Bytes from the start of the data to what could not be accepted. */
        final public function getOffset(): int {}
    }

    /** The data are truncated. */
    final class TruncatedException extends LyoException {}

    /** The data are not what an encoder writes. */
    final class CorruptException extends LyoException {}

    /** The data are of a later version, or need what this version does not know. */
    final class UnsupportedVersionException extends LyoException {}

    /** A limit of depth, elements or memory was exceeded. */
    final class LimitException extends LyoException {}

    /** The data name classes that are not allowed or do not exist. */
    final class ClassNotAllowedException extends LyoException
    {
        private array $classes = [];

        /** @return list<string> */
        public function getClasses(): array {}
    }

    /** A class of today cannot hold the state that was stored. */
    final class ClassMismatchException extends LyoException {}

    /** The signature does not fit, or there is none where one is required. */
    final class SignatureException extends LyoException {}

    /** A compression that this PHP does not have is needed. */
    final class UnavailableException extends LyoException {}

    /** The data are in no format that the reader accepts. */
    final class UnknownFormatException extends LyoException {}
}
