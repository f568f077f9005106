<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

/** The names of types that PHP code uses, with their namespaces: imports, and names in the code that are not imported. Comments are not read. */
final class Names
{
    private const IGNORED = [T_WHITESPACE, T_COMMENT, T_DOC_COMMENT];
    /** Behind these a name is none of a type. */
    private const MEMBER = [T_OBJECT_OPERATOR, T_NULLSAFE_OBJECT_OPERATOR, T_DOUBLE_COLON, T_FUNCTION, T_CONST, T_CLASS, T_INTERFACE, T_TRAIT, T_ENUM, T_GOTO];

    private string $namespace = '';
    /** @var array<string, string> name by alias in lower case */
    private array $imports = [];
    /** @var list<array{int, string}> */
    private array $names = [];

    /** @param list<PhpToken> $tokens */
    private function __construct(private readonly array $tokens) {}

    /** @return list<array{int, string}> line and name of each use, without a leading backslash */
    public static function in(string $code): array
    {
        $tokens = array_filter(PhpToken::tokenize($code), static fn(PhpToken $token): bool => !$token->is(self::IGNORED));
        $names = new self(array_values($tokens));
        $names->read();

        return $names->names;
    }

    private function read(): void
    {
        $depth = 0;
        for ($i = 0; $i < count($this->tokens); $i++) {
            $token = $this->tokens[$i];
            if ($token->is(T_NAMESPACE)) {
                $this->namespace = $this->text($i + 1);
                $i++;
            } elseif ($token->is(T_USE) && $depth === 0 && $this->text($i + 1) !== '(') {
                $i = $this->import($i + 1);
            } elseif ($token->is(['{', T_CURLY_OPEN, T_DOLLAR_OPEN_CURLY_BRACES])) {
                $depth++;
            } elseif ($token->text === '}') {
                $depth--;
            } elseif ($token->is([T_STRING, T_NAME_QUALIFIED, T_NAME_FULLY_QUALIFIED, T_NAME_RELATIVE]) && $this->isType($i)) {
                $this->names[] = [$token->line, $this->resolved($token)];
            }
        }
    }

    /** Reads a use statement and returns the index of its end. */
    private function import(int $i): int
    {
        if ($this->tokens[$i]->is([T_FUNCTION, T_CONST])) {
            while ($this->text($i) !== ';' && $this->text($i) !== '') {
                $i++;
            }
            return $i;
        }
        $group = '';
        for (; $this->text($i) !== ';' && $this->text($i) !== ''; $i++) {
            $name = $this->text($i);
            if ($this->text($i + 1) === '\\') { // in front of a group in braces
                $group = ltrim($name, '\\') . '\\';
            } elseif (preg_match('/^\\\\?\w[\w\\\\]*$/', $name) === 1) {
                $name = $group . ltrim($name, '\\');
                $this->names[] = [$this->tokens[$i]->line, $name];
                $alias = substr((string) strrchr("\\$name", '\\'), 1);
                if (strtolower($this->text($i + 1)) === 'as') {
                    $alias = $this->text($i + 2);
                    $i += 2;
                }
                $this->imports[strtolower($alias)] = $name;
            }
        }
        return $i;
    }

    private function isType(int $i): bool
    {
        $before = $this->tokens[$i - 1] ?? null;
        $next = $this->text($i + 1);
        if ($next === '::') {
            return true;
        }
        $isMember = $before?->is([...self::MEMBER, T_CASE]) === true;
        return !$isMember && $next !== ':' && ($next !== '(' || $before?->is([T_NEW, T_ATTRIBUTE]) === true);
    }

    private function resolved(PhpToken $token): string
    {
        $name = $token->text;
        if ($token->is(T_NAME_FULLY_QUALIFIED)) {
            return substr($name, 1);
        }
        $first = strtolower((string) strtok($name, '\\'));
        if ($token->is(T_NAME_RELATIVE)) {
            $name = substr($name, strlen('namespace\\'));
        } elseif (isset($this->imports[$first])) {
            return $this->imports[$first] . substr($name, strlen($first));
        }
        return $this->namespace === '' ? $name : "$this->namespace\\$name";
    }

    private function text(int $i): string
    {
        return $this->tokens[$i]->text ?? '';
    }
}
