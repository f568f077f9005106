<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Docs;

use PHPUnit\Framework\Attributes\CoversNothing;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;

/** docs/troubleshooting.md has every message that the sources can give, and no other. */
#[CoversNothing]
final class MessagesTest extends TestCase
{
    #[Test]
    public function the_troubleshooting_page_has_every_message_of_the_sources(): void
    {
        preg_match_all('/^- `` ?(.+?) ?``|^- `([^`]+)`/m', (new Document('docs/troubleshooting.md'))->text(), $matches, PREG_SET_ORDER);
        $listed = array_map(static fn(array $match): string => $match[2] ?? $match[1] ?? '', $matches);
        $messages = Messages::all();
        $missing = [];
        foreach (array_diff(array_keys($messages), $listed) as $message) {
            $missing[] = "$message  ($messages[$message])";
        }

        self::assertSame([], $missing, 'messages that docs/troubleshooting.md does not have');
        self::assertSame([], array_values(array_diff($listed, array_keys($messages))), 'messages that no source has');
        self::assertSame([], array_keys(array_filter(array_count_values($listed), static fn(int $times): bool => $times > 1)), 'messages that stand twice');
        self::assertGreaterThanOrEqual(240, count($messages));
        fwrite(STDERR, 'docs/troubleshooting.md: ' . count($messages) . " messages\n");
    }

    #[Test]
    public function messages_are_found_in_c_and_in_php(): void
    {
        $c = Messages::ofC('zend_error(E_WARNING, "one: %s" " of %zu", a, b); /* "no comment at all" */ php_info_print_table_row(2, "no message", "here"); return lyo_refuse_setting(entry, value, "on or off");');
        self::assertSame(['one: … of …', 'on or off'], $c);
        $php = Messages::ofPhp('<?php throw Failure::corrupt($a ? "left $b" : \'right \' . $c, 0); new RuntimeException(sprintf("%s is no %d.", $x, $y)); trigger_error("some word"); strlen("no message");');
        self::assertSame(['left … at offset …', 'right … at offset …', '… is no ….', 'some word'], $php);
    }
}
