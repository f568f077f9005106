<?php

declare(strict_types=1);

namespace Lyo\Samples\Document;

/** An element of a page: knows its children, and each child its parent. */
final class Element
{
    private ?Element $parent = null;

    /** @var list<Element|string> */
    private array $children = [];

    /** @param array<string, string> $attributes */
    public function __construct(
        private readonly string $name,
        private readonly array $attributes = [],
    ) {}

    public function append(self|string $child): static
    {
        if ($child instanceof self) {
            $child->parent = $this;
        }
        $this->children[] = $child;

        return $this;
    }

    public function add(string $name, string ...$attributes): self
    {
        /** @var array<string, string> $attributes */
        $element = new self($name, $attributes);
        $this->append($element);

        return $element;
    }

    public function depth(): int
    {
        return $this->parent === null ? 0 : $this->parent->depth() + 1;
    }

    public function toHtml(): string
    {
        $html = '<' . $this->name;
        foreach ($this->attributes as $name => $value) {
            $html .= ' ' . $name . '="' . htmlspecialchars($value) . '"';
        }
        $html .= '>';
        foreach ($this->children as $child) {
            $html .= is_string($child) ? htmlspecialchars($child, ENT_NOQUOTES) : $child->toHtml();
        }

        return $html . '</' . $this->name . ">\n";
    }
}
