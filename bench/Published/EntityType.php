<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published;

/** A definition with many protected properties and arrays of names of classes, most of them alike in all objects. */
class EntityType
{
    /** @var array<string, string> */
    protected array $keys;

    /** @var array<string, string|array<string, string>> */
    protected array $handlers;

    /** @var array<string, string> */
    protected array $links;

    /** @var array<string, array<string, string>> */
    protected array $constraints = ['EntityChanged' => [], 'EntityUntranslatableFields' => []];

    /** @var list<string> */
    protected array $tags = [];

    /** @var list<string> */
    protected array $contexts = [];

    protected bool $persistent = true;
    protected bool $rendered = true;
    protected bool $fields = true;
    protected bool $translatable = true;
    protected bool $revisions = true;
    protected bool $internal = false;
    protected ?string $permission = null;
    protected string $granularity = 'entity_type';
    protected ?string $bundle = null;
    protected ?string $table = null;
    protected string $class;
    protected string $label;

    public function __construct(protected string $id, protected string $provider, bool $hasBundles)
    {
        $namespace = "Drupal\\$provider\\Entity";
        $this->class = "$namespace\\" . ucfirst($id);
        $this->label = ucfirst($provider);
        $this->keys = ['id' => 'id', 'revision' => 'revision_id', 'bundle' => $hasBundles ? 'type' : '', 'label' => 'title', 'langcode' => 'langcode', 'uuid' => 'uuid', 'status' => 'status', 'default_langcode' => 'default_langcode'];
        $this->handlers = [
            'storage' => "Drupal\\$provider\\Storage", 'access' => "Drupal\\$provider\\AccessControlHandler", 'view_builder' => 'Drupal\Core\Entity\EntityViewBuilder', 'list_builder' => 'Drupal\Core\Entity\EntityListBuilder',
            'form' => ['default' => "Drupal\\$provider\\Form", 'edit' => "Drupal\\$provider\\Form", 'delete' => 'Drupal\Core\Entity\ContentEntityDeleteForm'],
        ];
        $this->links = ['canonical' => "/$provider/{{$id}}", 'edit-form' => "/$provider/{{$id}}/edit", 'delete-form' => "/$provider/{{$id}}/delete"];
        $this->bundle = $hasBundles ? "{$id}_type" : null;
        $this->table = $id;
    }
}
