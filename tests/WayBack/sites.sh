#!/bin/sh
# tests/WayBack/sites.sh FOLDER   brings WordPress and Drupal's core into FOLDER, as far as they can be had
#
# WORDPRESS     a folder with wp-settings.php (default: the files of Debian's package, which is downloaded, and not installed)
# REDIS_CACHE   a folder with the plugin Redis Object Cache (default: none)
# DRUPAL_CORE   a folder with core.services.yml (default: Composer's package drupal/core)
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

# Composer brings core with all that it needs. A given core gets only what its container, database, caches and key-value stores need.
composer_update() {
    COMPOSER_ALLOW_SUPERUSER=1 timeout 100 composer update --no-interaction --no-progress --ignore-platform-req='ext-*' --working-dir=composer >drupal.log 2>&1
}
mkdir -p composer
if [ -n "$DRUPAL_CORE" ]; then
    if [ "$(readlink drupal)" != "$DRUPAL_CORE" ]; then
        php -n -r '$core = json_decode(file_get_contents($argv[1] . "/composer.json"), true)["require"];
            $needed = ["symfony/dependency-injection", "symfony/event-dispatcher", "symfony/http-foundation", "symfony/yaml", "psr/log"];
            echo json_encode(["require" => array_intersect_key($core, array_flip($needed))]);' "$DRUPAL_CORE" >composer/composer.json
        composer_update || { cat drupal.log; exit 1; }
        ln -sfn "$DRUPAL_CORE" drupal
    fi
elif [ ! -e drupal/core.services.yml ]; then
    echo '{"require": {"drupal/core": "^10.6 || ^11.2"}, "config": {"allow-plugins": false}}' >composer/composer.json
    if composer_update; then
        ln -sfn composer/vendor/drupal/core drupal
    fi
fi
