import { oneFile, type Render } from './snippet.ts';

/** Single-quoted, because PHP does not interpolate there. */
const quote = (text: string) => `'${text.replaceAll(/['\\]/g, '\\$&')}'`;

const report = (indent: string) =>
  [
    "'title' => mb_substr($message, 0, 500),",
    "'description' => mb_substr($message, 0, 10000),",
    "'severity' => 'high',",
    "'stack_trace' => mb_substr((string) $error, 0, 10000),",
  ]
    .map((line) => indent + line)
    .join('\n');

const message = "$message = get_class($error) . ': ' . $error->getMessage();";

export const laravel: Render = ({ endpoint, key }) =>
  oneFile(
    'bootstrap/app.php',
    `->withExceptions(function (Illuminate\\Foundation\\Configuration\\Exceptions $exceptions): void {
    $exceptions->report(function (Throwable $error): void {
        ${message}
        // A failed report must not break the application.
        rescue(fn () => Illuminate\\Support\\Facades\\Http::timeout(5)
            ->withHeaders(['x-api-key' => ${quote(key)}])
            ->post(${quote(endpoint)}, [
${report('                ')}
            ]), report: false);
    });
})`,
    'Replace the empty withExceptions() of Laravel 11 or newer. If it is not empty, add the code to it.',
  );

export const symfony: Render = ({ endpoint, key }) =>
  oneFile(
    'src/EventListener/SkepListener.php',
    `<?php

namespace App\\EventListener;

use Symfony\\Component\\EventDispatcher\\Attribute\\AsEventListener;
use Symfony\\Component\\HttpKernel\\Event\\ExceptionEvent;
use Symfony\\Component\\HttpKernel\\Exception\\HttpExceptionInterface;
use Symfony\\Contracts\\HttpClient\\HttpClientInterface;

#[AsEventListener]
final class SkepListener
{
    public function __construct(private HttpClientInterface $client)
    {
    }

    public function __invoke(ExceptionEvent $event): void
    {
        $error = $event->getThrowable();
        if ($error instanceof HttpExceptionInterface && $error->getStatusCode() < 500) {
            return;
        }
        ${message}
        try {
            $this->client->request('POST', ${quote(endpoint)}, [
                'timeout' => 5,
                'headers' => ['x-api-key' => ${quote(key)}],
                'json' => [
${report('                    ')}
                ],
            ])->getStatusCode();
        } catch (\\Throwable) {
            // A failed report must not break the application.
        }
    }
}`,
    'Requires symfony/http-client (composer require symfony/http-client). Symfony detects the listener automatically.',
  );

export const php: Render = ({ endpoint, key }) =>
  oneFile(
    'skep.php',
    `<?php

set_exception_handler(function (Throwable $error): void {
    error_log((string) $error);
    http_response_code(500);
    ${message}
    // A failed report must not break the application.
    @file_get_contents(${quote(endpoint)}, false, stream_context_create(['http' => [
        'method' => 'POST',
        'timeout' => 5,
        'header' => ['content-type: application/json', 'x-api-key: ' . ${quote(key)}],
        'content' => json_encode([
${report('            ')}
        ], JSON_INVALID_UTF8_SUBSTITUTE),
    ]]));
});`,
    "At the start of the program, or as auto_prepend_file in php.ini: require __DIR__ . '/skep.php';",
  );
