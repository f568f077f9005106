<?php

declare(strict_types=1);

namespace Lyo\Samples\Syntax;

use Lyo\Samples\Sources;
use PhpToken;

/** Makes trees of statements, groups and leaves from tokens: what a parser's cache holds. */
final class TreeBuilder
{
    private int $at = 0;

    /** @param list<PhpToken> $tokens */
    private function __construct(private readonly array $tokens) {}

    /** @return array<string, list<Statement>> */
    public static function ofSources(): array
    {
        return array_map(
            static fn(array $tokens): array => (new self($tokens))->statements(),
            Sources::tokenObjects(),
        );
    }

    /** @return list<Statement> */
    private function statements(): array
    {
        $statements = [];
        while (isset($this->tokens[$this->at]) && !Bracket::isClosing($this->tokens[$this->at]->text)) {
            $statement = $this->statement();
            if ($statement !== null) {
                $statements[] = $statement;
            }
        }

        return $statements;
    }

    private function statement(): ?Statement
    {
        $comment = null;
        $line = $this->tokens[$this->at]->line;
        $children = [];
        while (($token = $this->tokens[$this->at] ?? null) !== null && !Bracket::isClosing($token->text)) {
            if ($token->is(T_DOC_COMMENT)) {
                $comment = $token->text;
            }
            if ($token->text === ';') {
                $this->at++;
                break;
            }
            $child = $this->child($token);
            if ($child !== null) {
                $children[] = $child;
            }
            if ($child instanceof Group && $child->isBlock()) {
                break;
            }
        }

        return $children === [] ? null : new Statement($line, $comment, $children);
    }

    private function child(PhpToken $token): ?Node
    {
        $this->at++;
        if ($token->isIgnorable()) {
            return null;
        }
        $bracket = Bracket::opening($token->text);
        if ($bracket === null) {
            return new Leaf($token->line, $token->getTokenName() ?? '', $token->text);
        }
        $children = $bracket === Bracket::Curly ? $this->statements() : $this->items();
        $this->at++; // the closing bracket

        return new Group($token->line, $bracket, $children);
    }

    /** @return list<Node> */
    private function items(): array
    {
        $items = [];
        while (($token = $this->tokens[$this->at] ?? null) !== null && !Bracket::isClosing($token->text)) {
            $item = $this->child($token);
            if ($item !== null) {
                $items[] = $item;
            }
        }

        return $items;
    }
}
