<?php

declare(strict_types=1);

namespace Lyo\Samples\Web;

/** The texts of a small shop. */
final class Translations
{
    public const ENGLISH = [
        'cart.title' => 'Your cart',
        'cart.empty' => 'There is nothing in your cart yet.',
        'cart.items' => '{count, plural, =0 {no items} one {one item} other {# items}}',
        'cart.add' => 'Add to cart',
        'cart.remove' => 'Remove',
        'cart.total' => 'Total',
        'cart.tax' => 'including {rate} % VAT',
        'cart.shipping' => 'Shipping',
        'cart.checkout' => 'Go to checkout',
        'checkout.address' => 'Delivery address',
        'checkout.payment' => 'Payment',
        'checkout.review' => 'Review your order',
        'checkout.submit' => 'Buy now',
        'checkout.thanks' => 'Thank you for your order, {name}!',
        'order.status.placed' => 'Order placed',
        'order.status.paid' => 'Paid',
        'order.status.shipped' => 'On its way',
        'order.status.delivered' => 'Delivered on {date}',
        'order.status.returned' => 'Returned',
        'user.login' => 'Log in',
        'user.logout' => 'Log out',
        'user.register' => 'Create an account',
        'user.password.forgotten' => 'Forgot your password?',
        'user.password.wrong' => 'This password is not right. {left, plural, one {One more try.} other {# more tries.}}',
        'user.email.invalid' => 'Please enter an email address like name@example.com.',
        'search.placeholder' => 'What are you looking for?',
        'search.none' => 'Nothing found for “{query}”.',
        'search.results' => '{count, plural, one {one result} other {# results}}',
        'error.404' => 'This page does not exist any more.',
        'error.500' => 'Something went wrong. We have been told and are looking into it.',
        'footer.imprint' => 'Imprint',
        'footer.privacy' => 'Privacy',
    ];

    public const GERMAN = [
        'cart.title' => 'Ihr Warenkorb',
        'cart.empty' => 'Ihr Warenkorb ist noch leer.',
        'cart.items' => '{count, plural, =0 {keine Artikel} one {ein Artikel} other {# Artikel}}',
        'cart.add' => 'In den Warenkorb',
        'cart.remove' => 'Entfernen',
        'cart.total' => 'Summe',
        'cart.tax' => 'inklusive {rate} % MwSt.',
        'cart.shipping' => 'Versand',
        'cart.checkout' => 'Zur Kasse',
        'checkout.address' => 'Lieferadresse',
        'checkout.payment' => 'Zahlung',
        'checkout.review' => 'Bestellung prüfen',
        'checkout.submit' => 'Jetzt kaufen',
        'checkout.thanks' => 'Danke für Ihre Bestellung, {name}!',
        'order.status.placed' => 'Bestellt',
        'order.status.paid' => 'Bezahlt',
        'order.status.shipped' => 'Unterwegs',
        'order.status.delivered' => 'Zugestellt am {date}',
        'order.status.returned' => 'Zurückgeschickt',
        'user.login' => 'Anmelden',
        'user.logout' => 'Abmelden',
        'user.register' => 'Konto anlegen',
        'user.password.forgotten' => 'Passwort vergessen?',
        'user.password.wrong' => 'Das Passwort stimmt nicht. {left, plural, one {Noch ein Versuch.} other {Noch # Versuche.}}',
        'user.email.invalid' => 'Bitte eine Adresse wie name@example.com eingeben.',
        'search.placeholder' => 'Was suchen Sie?',
        'search.none' => 'Nichts gefunden für „{query}“.',
        'search.results' => '{count, plural, one {ein Treffer} other {# Treffer}}',
        'error.404' => 'Diese Seite gibt es nicht mehr.',
        'error.500' => 'Etwas ist schiefgegangen. Wir wissen Bescheid und kümmern uns.',
        'footer.imprint' => 'Impressum',
        'footer.privacy' => 'Datenschutz',
    ];
}
