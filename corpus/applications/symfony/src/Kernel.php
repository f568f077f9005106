<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace App;

use Symfony\Bundle\FrameworkBundle\FrameworkBundle;
use Symfony\Bundle\FrameworkBundle\Kernel\MicroKernelTrait;
use Symfony\Bundle\TwigBundle\TwigBundle;
use Symfony\Component\DependencyInjection\Loader\Configurator\ContainerConfigurator;
use Symfony\Component\HttpKernel\Kernel as BaseKernel;
use Symfony\Component\Routing\Loader\Configurator\RoutingConfigurator;

/** The application: routes from attributes of controllers and from configuration, translations, a validator, sessions, Twig. */
final class Kernel extends BaseKernel
{
    use MicroKernelTrait;

    private const RESOURCES = ["article", "author", "category", "customer", "invoice", "media", "order", "payment", "product", "review", "shipment", "supplier", "tag", "ticket", "voucher", "warehouse"];

    public function registerBundles(): iterable
    {
        return [new FrameworkBundle(), new TwigBundle()];
    }

    public function getProjectDir(): string
    {
        return dirname(__DIR__);
    }

    protected function configureContainer(ContainerConfigurator $container): void
    {
        $container->extension("framework", [
            "secret" => "not a secret",
            "test" => true,
            "http_method_override" => false,
            "handle_all_throwables" => true,
            "php_errors" => ["log" => false],
            "router" => ["utf8" => true],
            "serializer" => ["enabled" => false],
            "property_access" => ["enabled" => false],
            "property_info" => ["enabled" => false],
            "translator" => ["default_path" => "%kernel.project_dir%/translations", "fallbacks" => ["en"]],
            "validation" => ["email_validation_mode" => "html5"],
            "session" => ["storage_factory_id" => "session.storage.factory.mock_file"],
            "enabled_locales" => ["en", "de", "fr", "es", "it", "nl", "pl", "ja", "ar", "ru"],
        ]);
        $container->extension("twig", ["default_path" => "%kernel.project_dir%/templates"]);
        $container->services()->alias("app.validator", "validator")->public();
        $container->parameters()->set("shop.currencies", ["EUR", "USD", "GBP"])->set("shop.limits", ["cart" => 50, "upload" => 10_485_760])->set("shop.sender", "shop@example.com");
    }

    protected function configureRoutes(RoutingConfigurator $routes): void
    {
        $routes->import(__DIR__ . "/Controller/", "attribute");
        foreach (self::RESOURCES as $name) {
            foreach (["admin" => "/admin", "api" => "/api/v{version}"] as $area => $path) {
                $group = $routes->collection("{$area}_{$name}_")->prefix($path . "/" . $name . "s");
                $format = $area === "api" ? ["_format" => "json", "version" => "1"] : ["_format" => "html"];
                foreach (["list" => ["", "GET"], "create" => ["/new", "POST"], "show" => ["/{id}", "GET"], "edit" => ["/{id}/edit", "PUT"], "remove" => ["/{id}", "DELETE"]] as $action => [$end, $method]) {
                    $route = $group->add($action, $end === "" ? "/" : $end)->controller("App\\Controller\\" . ucfirst($area) . "\\" . ucfirst($name) . "Controller::" . $action)->methods([$method])->defaults($format);
                    str_contains($end, "{id}") && $route->requirements(["id" => $name === "media" ? "[0-9a-f-]{36}" : "\\d+"]);
                }
            }
        }
        $routes->add("page", ["en" => "/en/{slug}", "de" => "/de/{slug}", "fr" => "/fr/{slug}"])->controller("App\\Controller\\PageController::page")->requirements(["slug" => "[a-z0-9-]+"])->host("www.{domain}")->defaults(["domain" => "example.com"]);
    }
}
