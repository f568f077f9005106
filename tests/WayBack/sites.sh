#!/bin/sh
# tests/WayBack/sites.sh FOLDER   brings WordPress and Drupal's core into FOLDER, as far as they can be had
#
# WORDPRESS     a folder with wp-settings.php (default: the files of Debian's package, which is downloaded, and not installed)
# REDIS_CACHE   a folder with the plugin Redis Object Cache (default: none)
# DRUPAL_CORE   a folder with core.services.yml (default: Composer's package drupal/core)
# DRUPAL_PACKAGES   folders of packages that this core needs and Composer's registry does not have (default: none)
set -eu

folder=$1
WORDPRESS=${WORDPRESS:+$(realpath "$WORDPRESS")}
REDIS_CACHE=${REDIS_CACHE:+$(realpath "$REDIS_CACHE")}
DRUPAL_CORE=${DRUPAL_CORE:+$(realpath "$DRUPAL_CORE")}
mkdir -p "$folder"
cd "$folder"

if [ -n "$WORDPRESS" ]; then
    ln -sfn "$WORDPRESS" wordpress
elif [ ! -e wordpress/wp-settings.php ] && command -v apt-get >/dev/null && command -v dpkg-deb >/dev/null; then
    rm -rf debian
    mkdir debian
    if (cd debian && timeout 100 apt-get -qq -o APT::Sandbox::User=root download wordpress && dpkg-deb -x ./*.deb .) >wordpress.log 2>&1; then
        ln -sfn debian/usr/share/wordpress wordpress
    fi
fi
[ -z "$REDIS_CACHE" ] || ln -sfn "$REDIS_CACHE" redis-cache

# Composer brings core with all that it needs, as web/core of a project. Where a registry does not have core or one of its packages, folders are taken.
# Left out is what no page needs: what reads archives, writes files of a project, or minifies JavaScript; and a plugin of Composer that is part of core's
# own repository.
mkdir -p composer
if [ -n "$DRUPAL_CORE" ] || [ ! -e drupal/core.services.yml ]; then
    php -n -r '[, $core, $packages] = $argv;
        $needs = $core === "" ? [] : json_decode(file_get_contents("$core/composer.json"), true)["require"];
        preg_match("/const VERSION = .([^\x27]+)/", $core === "" ? "" : file_get_contents("$core/lib/Drupal.php"), $version);
        $repositories = [];
        foreach (array_filter(explode(" ", "$core $packages")) as $folder) {
            $name = json_decode(file_get_contents("$folder/composer.json"), true)["name"];
            $is = $name === "drupal/core" ? $version[1] : ltrim($needs[$name] ?? "1", "^~");
            $repositories[] = ["type" => "path", "url" => $folder, "options" => ["symlink" => false, "versions" => [$name => $is]]];
        }
        echo json_encode([
            "repositories" => $repositories,
            "require" => ["drupal/core" => $core === "" ? "^10.6 || ^11.2" : "*", "composer/installers" => "^2"]
                + (isset($needs["twig/twig"]) ? ["twig/twig" => strtr($needs["twig/twig"], "^", "~")] : []), // a newer minor version of Twig is not always one for this core
            "replace" => array_fill_keys(["drupal/core-composer-scaffold", "pear/archive_tar", "mck89/peast", "php-tuf/composer-stager"], "*"),
            "config" => ["allow-plugins" => ["composer/installers" => true, "symfony/runtime" => false]],
            "extra" => ["installer-paths" => ["web/core" => ["type:drupal-core"]]],
            "minimum-stability" => $core === "" ? "stable" : "dev",
            "prefer-stable" => true,
        ], JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES);' "$DRUPAL_CORE" "${DRUPAL_PACKAGES:-}" >composer/composer.new
    if ! cmp -s composer/composer.new composer/composer.json || [ ! -e composer/web/core/core.services.yml ]; then
        mv composer/composer.new composer/composer.json
        # A given core may be for another PHP than Composer's.
        if COMPOSER_ALLOW_SUPERUSER=1 timeout 300 composer update --no-interaction --no-progress --ignore-platform-req='ext-*' ${DRUPAL_CORE:+--ignore-platform-req=php} --working-dir=composer >drupal.log 2>&1; then
            ln -sfn composer/web/core drupal
            mkdir -p composer/web/sites/default
            cp composer/web/core/assets/scaffold/files/default.s* composer/web/sites/default 2>/dev/null || true # as core's plugin of Composer does it; a part of core may lack them
        elif [ -n "$DRUPAL_CORE" ]; then
            cat drupal.log
            exit 1
        fi
    fi
    rm -f composer/composer.new
fi
