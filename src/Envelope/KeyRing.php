<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Envelope;

use InvalidArgumentException;
use Lyo\Wire\Limit;
use SensitiveParameter;

use function array_key_first;
use function hash_equals;
use function hash_hmac;
use function is_string;
use function pack;
use function sprintf;
use function strlen;
use function substr;

/**
 * Keys by their names: the first signs, all of them verify. A new key goes in front, and an old one is removed when
 * nothing is left that it signed.
 */
final class KeyRing
{
    /** Smallest size of a key, in bytes. */
    public const LEAST_KEY = 16;

    /** @var non-empty-array<string> */
    private readonly array $keys;

    /**
     * @param array<mixed> $keys of at least 16 bytes each, by names of 1 to 32 bytes
     *
     * @throws InvalidArgumentException
     */
    public function __construct(#[SensitiveParameter] array $keys)
    {
        $checked = [];
        foreach ($keys as $name => $key) {
            if (!is_string($key) || strlen($key) < self::LEAST_KEY || $name === '' || strlen((string) $name) > Limit::KEY_ID) {
                $checked = [];
                break;
            }
            $checked[$name] = $key;
        }
        $this->keys = $checked !== [] ? $checked
            : throw new InvalidArgumentException(sprintf('Keys must be an array of name => key, with keys of at least %d bytes and names of 1 to %d bytes', self::LEAST_KEY, Limit::KEY_ID));
    }

    /** @return non-empty-array<string> by name */
    public function keys(): array
    {
        return $this->keys;
    }

    /** Returns the name of the key that signs. */
    public function name(): string
    {
        return (string) array_key_first($this->keys);
    }

    /** Tells whether there is a key of that name. */
    public function has(string $name): bool
    {
        return isset($this->keys[$name]);
    }

    /** Returns the signature of data in a context, made with the key of that name. */
    public function code(string $name, string $context, string $data): string
    {
        return substr(hash_hmac('sha256', pack('P', strlen($context)) . $context . $data, $this->keys[$name], true), 0, Limit::CODE);
    }

    /** Tells whether a signature is right. The time that this takes does not depend on the signature. */
    public function verifies(string $name, string $context, string $data, string $code): bool
    {
        return hash_equals($this->code($name, $context, $data), $code);
    }

    /** @return array<string, string> what a dump shows */
    public function __debugInfo(): array
    {
        return ['name' => $this->name()];
    }
}
