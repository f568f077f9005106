<?php

declare(strict_types=1);

namespace Lyo\Samples\Code;

final class ClassInfo
{
    /** @var array<string, MethodInfo> */
    private array $methods = [];

    /**
     * @param list<ClassInfo> $interfaces
     * @param array<string, mixed> $constants
     */
    public function __construct(
        public readonly string $name,
        private readonly ?string $module,
        private readonly ?ClassInfo $parent,
        private readonly array $interfaces,
        private readonly bool $abstract,
        private readonly bool $final,
        private readonly array $constants,
    ) {}

    public function addMethod(string $name, MethodInfo $method): void
    {
        $this->methods[$name] = $method;
    }

    public function countMethods(): int
    {
        return count($this->methods) + ($this->parent?->countMethods() ?? 0);
    }

    public function title(): string
    {
        $words = [$this->final ? 'final' : '', $this->abstract ? 'abstract' : '', $this->module ?? '', $this->name];

        return implode(' ', array_filter($words)) . ': ' . count($this->constants) . ' constants, ' . count($this->interfaces) . ' interfaces';
    }
}
