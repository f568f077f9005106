<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// Drupal itself, with its container: the front page of core's demo site, as page.php asks for it. tests/WayBack/sites.sh brings core and its packages. The
// site is that of an editor's recommended project, with the lines of docs/bridges/drupal.md in settings.php.

declare(strict_types=1);

use Drupal\Core\Cache\Cache;
use Drupal\Core\Cache\CacheBackendInterface;
use Drupal\Core\DrupalKernel;
use Drupal\Core\Site\Settings;
use Symfony\Component\HttpFoundation\Request;

/** @var string $build */
/** @var string $root */
/** @var string $folder */
/** @var string $head */
/** @var string $does */
/** @var string $database */
/** @var Closure(int, string): bool $handler */
/** @var array<string, mixed> $shown */
$project = realpath("$build/way-back/composer");
preg_match('/unix_socket=([^;]+);dbname=([^;]+)/', $database, $parts);
foreach (['STEPS_HEAD' => $head, 'STEPS_SOCKET' => $parts[1] ?? '', 'STEPS_DATABASE' => $parts[2] ?? ''] as $name => $value) {
    putenv("$name=$value");
}
if ($does === 'install') {
    mkdir("$folder/site/files", recursive: true);
    preg_match('/^```php\n(\/\/ settings\.php\n.*?)^```$/ms', (string) file_get_contents("$root/docs/bridges/drupal.md"), $block);
    $lines = str_replace("DRUPAL_ROOT . '/modules/contrib/lyo/", "(getenv('STEPS_HEAD') === 'gone' ? " . var_export("$folder/gone/", true) . ' : ' . var_export("$root/packages/drupal/", true) . ") . '", $block[1] ?? '', $count);
    $count === 1 || throw new UnexpectedValueException('drupal.md has no lines for settings.php');
    file_put_contents("$folder/site/null.services.yml", "services:\n  cache.backend.null:\n    class: Drupal\\Core\\Cache\\NullBackendFactory\n");
    $lines = <<<PHP
        <?php
        \$databases['default']['default'] = ['driver' => 'mysql', 'database' => getenv('STEPS_DATABASE'), 'unix_socket' => getenv('STEPS_SOCKET'), 'host' => 'localhost', 'username' => 'root', 'password' => '',
            'prefix' => '', 'namespace' => 'Drupal\\mysql\\Driver\\Database\\mysql', 'autoload' => 'core/modules/mysql/src/Driver/Database/mysql/', 'init_commands' => ['isolation_level' => 'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED']];
        \$settings['hash_salt'] = 'salt';
        \$settings['config_sync_directory'] = __DIR__ . '/files/sync';
        \$settings['skip_permissions_hardening'] = TRUE;
        // A page for a user who has logged in: these two bins would hold the page itself.
        \$settings['container_yamls'][] = __DIR__ . '/null.services.yml';
        \$settings['cache']['bins']['page'] = \$settings['cache']['bins']['dynamic_page_cache'] = 'cache.backend.null';
        if (getenv('STEPS_HEAD') !== 'plain') {
        $lines
        }
        PHP;
    file_put_contents("$folder/site/settings.php", $lines);
    @mkdir("$project/web/sites");
    @unlink("$project/web/sites/steps");
    symlink("$folder/site", "$project/web/sites/steps");
}
chdir("$project/web");
$loader = require "$project/vendor/autoload.php";
if ($does === 'install') {
    set_time_limit(0);
    require 'core/includes/install.core.inc';
    install_drupal($loader, ['interactive' => false, 'site_path' => 'sites/steps', 'parameters' => ['profile' => 'demo_umami', 'langcode' => 'en'], 'forms' => ['install_configure_form' => [
        'site_name' => 'A site', 'site_mail' => 'admin@example.org', 'account' => ['name' => 'admin', 'mail' => 'admin@example.org', 'pass' => ['pass1' => 'password', 'pass2' => 'password']],
        'enable_update_status_module' => null, 'enable_update_status_emails' => null]]]);
    file_put_contents("$folder/site/settings.php", $lines); // without what the installer has added
    return;
}
$request = Request::create('http://localhost' . (is_string($_GET['path'] ?? null) ? $_GET['path'] : '/en'), server: ['SCRIPT_NAME' => '/index.php', 'SCRIPT_FILENAME' => "$project/web/index.php"]);
DrupalKernel::bootEnvironment("$project/web");
Settings::initialize("$project/web", 'sites/steps', $loader);
$kernel = new DrupalKernel('prod', $loader, true, "$project/web");
$kernel->setSitePath('sites/steps');
$kernel->boot();
set_error_handler($handler);
if ($does === 'build') {
    $kernel->rebuildContainer(); // as drush and rebuild.php do; it is stored in the database
    return;
}
if ($does === 'write') {
    foreach (Cache::getBins() as $bin) {
        $bin instanceof CacheBackendInterface && $bin->deleteAll();
    }
}
$response = $kernel->handle($request);
$kernel->terminate($request, $response);
// Some ids in a page are random.
$shown['page'] = preg_replace('/js-view-dom-id-[0-9a-f]+|(?<=name="form_build_id" value=")[^"]+|(?<=_token" value=")[^"]+/', '', (string) $response->getContent());
$shown['status'] = $response->getStatusCode();
