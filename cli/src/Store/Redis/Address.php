<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Store\Redis;

use InvalidArgumentException;
use SensitiveParameter;

use function array_shift;
use function explode;
use function is_array;
use function ltrim;
use function parse_url;
use function preg_match;
use function rawurldecode;
use function sprintf;
use function str_contains;
use function strpos;
use function strrpos;
use function substr;
use function trim;

/** The address of a Redis server, with the user name, password and database to use there. */
final readonly class Address
{
    private const FORM = 'the address of a Redis is redis://host:port/database, redis:///socket, or redis+sentinel://host:port/master/database';

    public function __construct(
        public string $host,
        public int $port,
        public ?string $socket = null,
        public bool $tls = false,
        public ?string $user = null,
        #[SensitiveParameter]
        public ?string $password = null,
        public int $database = 0,
        /** For a Sentinel: the name of the master whose address it is asked for. */
        public ?string $master = null,
    ) {}

    /**
     * Parses the address that a user has given.
     *
     * @param string|null $user user name to use if $url has none
     * @param string|null $password password to use if $url has none
     *
     * @return non-empty-list<self> one for each server in $url; usually only Sentinels are more than one
     *
     * @throws InvalidArgumentException if $url is not an address
     */
    public static function all(#[SensitiveParameter] string $url, ?string $user = null, #[SensitiveParameter] ?string $password = null): array
    {
        if (preg_match('~\A(?:redis|valkey):///~', $url) === 1) {
            return [new self('', 0, substr($url, (int) strpos($url, '://') + 3), false, $user, $password)];
        }
        if (preg_match('~\A(redis|rediss|valkey|valkeys|redis\+sentinel)://(?:([^/@]*)@)?([^/@]+)(/.*)?\z~', $url, $match) !== 1) {
            throw new InvalidArgumentException(self::FORM);
        }
        [$name, $secret] = [...explode(':', $match[2], 2), ''];
        $path = explode('/', ltrim($match[4] ?? '', '/'));
        $master = $match[1] === 'redis+sentinel' ? (array_shift($path) ?: throw new InvalidArgumentException(self::FORM)) : null;
        if (preg_match('/\A\d{0,5}\z/', $path[0] ?? '') !== 1) {
            throw new InvalidArgumentException(self::FORM);
        }
        $addresses = [];
        foreach (explode(',', $match[3]) as $server) {
            $parts = parse_url("redis://$server");
            if (!is_array($parts) || !isset($parts['host'])) {
                throw new InvalidArgumentException(self::FORM);
            }
            $addresses[] = new self(
                trim($parts['host'], '[]'),
                $parts['port'] ?? ($master === null ? 6379 : 26379),
                null,
                $match[1] === 'rediss' || $match[1] === 'valkeys',
                $name !== '' ? rawurldecode($name) : $user,
                $secret !== '' ? rawurldecode($secret) : $password,
                (int) ($path[0] ?? '0'),
                $master,
            );
        }

        return $addresses;
    }

    /** Returns host:port, or the path of the socket followed by :0. */
    public function name(): string
    {
        return $this->socket ?? (str_contains($this->host, ':') ? "[$this->host]" : $this->host) . ":$this->port";
    }

    /**
     * Returns the address of another server, with the same user name, password and database.
     *
     * @param string $name host:port; if the host is empty, it is the host of this address
     */
    public function at(string $name): self
    {
        $colon = strrpos($name, ':');
        if ($colon === false || preg_match('/\A\d{1,5}\z/', substr($name, $colon + 1)) !== 1) {
            throw new InvalidArgumentException(sprintf('%s is not the address of a server', $name));
        }
        $host = trim(substr($name, 0, $colon), '[]');

        return new self($host !== '' ? $host : $this->host, (int) substr($name, $colon + 1), null, $this->tls, $this->user, $this->password, $this->database);
    }

    /** @return list<string> the arguments for AUTH; empty if there is neither a user nor a password. A user without a password has an empty one. */
    public function login(): array
    {
        $password = (string) $this->password;

        return match (true) {
            $this->user !== null && $this->user !== '' => [$this->user, $password],
            $password !== '' => [$password],
            default => [],
        };
    }
}
