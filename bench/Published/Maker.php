<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published;

use Random\Engine\Mt19937;
use Random\Randomizer;

/** Makes values of given shapes. They are the same in every run. */
final readonly class Maker
{
    private const WORDS = [
        'account', 'answer', 'article', 'author', 'basket', 'branch', 'colour', 'comment', 'customer', 'delivery', 'detail', 'discount', 'document', 'editor', 'entry', 'event',
        'folder', 'garden', 'gallery', 'harbour', 'history', 'holiday', 'image', 'invoice', 'journey', 'kitchen', 'language', 'letter', 'library', 'market', 'menu', 'message',
        'module', 'morning', 'network', 'notice', 'number', 'office', 'order', 'package', 'page', 'paper', 'payment', 'picture', 'price', 'product', 'profile', 'project',
        'question', 'receipt', 'report', 'review', 'season', 'section', 'service', 'station', 'store', 'street', 'summary', 'table', 'ticket', 'village', 'visitor', 'window',
    ];

    private Randomizer $random;

    public function __construct(int $seed)
    {
        $this->random = new Randomizer(new Mt19937($seed));
    }

    public function number(int $from, int $to): int
    {
        return $this->random->getInt($from, $to);
    }

    public function word(): string
    {
        return self::WORDS[$this->number(0, count(self::WORDS) - 1)];
    }

    /** Words of that many characters. */
    public function text(int $length): string
    {
        $text = '';
        while (strlen($text) < $length) {
            $text .= $this->word() . ($this->number(0, 9) === 0 ? '. ' : ' ');
        }

        return substr($text, 0, $length);
    }

    /** A string of this many hexadecimal digits, such as an identifier or token. */
    public function token(int $length): string
    {
        return substr(bin2hex($this->random->getBytes(max(1, intdiv($length + 1, 2)))), 0, $length);
    }

    /**
     * A session with this length as serialize() text: the visitor, flags, pages that were viewed, and a basket of similar rows.
     *
     * @return array<string, mixed>
     */
    public function session(int $bytes): array
    {
        if ($bytes < 200) {
            $left = $bytes - strlen(serialize(['token' => '']));

            return $bytes < 60 ? [] : ['token' => $this->token($left - strlen((string) $left) + 1)]; // the digits of the length are bytes, too
        }
        $session = ['user' => $this->number(1, 99_999), 'name' => ucfirst($this->word()), 'language' => 'en', 'token' => $this->token(32), 'started' => 1_250_000_000 + $this->number(0, 9_999_999), 'flags' => [], 'basket' => []];
        while (strlen(serialize($session)) < 0.9 * $bytes) {
            if ($bytes > 600 && $this->number(0, 4) > 0) {
                $session['basket'][] = [
                    'product' => $this->number(1, 9_999), 'name' => $this->word() . ' ' . $this->word(), 'kind' => ['book', 'music', 'film'][$this->number(0, 2)],
                    'count' => $this->number(1, 5), 'price' => $this->number(100, 9_999), 'in_stock' => $this->number(0, 1) === 1,
                ];
            } else {
                $session['flags'][$this->word()] = $this->number(0, 1) === 1;
            }
            if (strlen(serialize($session)) > $bytes - 30) {
                array_pop($session['basket']);
                break;
            }
        }
        $session['last'] = '';
        do {
            $session['last'] .= $this->token(1); // the digits of the length are bytes, too
        } while (strlen(serialize($session)) < $bytes);

        return $session;
    }
}
