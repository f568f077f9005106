<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Find;

use Lyo\Exception\LyoException;
use Lyo\Exception\UnavailableException;
use Lyo\Exception\UnknownFormatException;
use Lyo\Native\Reader;
use Lyo\Tools\Store\Entry;
use Lyo\Tools\Store\Envelope;
use Lyo\Wire\Limit;

use function fnmatch;
use function strlen;

/** What is searched for in a store. A value is found if all conditions hold. */
final readonly class Search
{
    /**
     * @param string|null $class pattern of the name of a class, as fnmatch() takes it, without regard to case
     * @param string|null $format pattern of a format with its layers, as lyo stat shows it
     * @param bool $damaged only damaged values
     * @param int|null $above only values of more than this many bytes
     */
    public function __construct(private ?string $class, private ?string $format, private bool $damaged, private ?int $above) {}

    /** Returns the format with its layers if the value is found, and null if it is not. */
    public function of(Entry $entry): ?string
    {
        if ($this->above !== null && strlen($entry->data) <= $this->above) {
            return null;
        }
        $classes = new Classes();
        $damaged = false;
        $format = 'unknown';
        try {
            $envelope = Envelope::of($entry);
            $format = $envelope->path();
            if ($this->class !== null || $this->damaged) {
                Reader::read($envelope->native(), $classes, Limit::DEPTH);
            }
        } catch (UnavailableException $e) {
            $format = $e->getMessage();
        } catch (UnknownFormatException) {
            // a string, or a format of another program
        } catch (LyoException) {
            $damaged = true;
        }
        $found = (!$this->damaged || $damaged)
            && ($this->class === null || $classes->has($this->class))
            && ($this->format === null || fnmatch($this->format, $format, FNM_NOESCAPE));

        return $found ? $format . ($damaged ? ', damaged' : '') : null;
    }
}
