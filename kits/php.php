<?php
// Tidemark for PHP: plain, Laravel, WordPress, and PSR-15 by the class below. No packages; curl or streams.
// `tidemark kit show --kit <name>` prints it with a site's values.
//
// Tidemark::carry()  answers the script and the events of a page, under the site's own address, and ends the request
// Tidemark::count()  counts the page once it was sent, where no script is wanted. With COVERAGE it tells the service how
//                    many pages were served beside the script
//
// Tidemark::visit()  gives a visit token of the visitor: an event of yours that brings it joins the visit
//
// The secret is for the server alone. It signs the visitor's address, so that the service needs to trust no proxy.

final class Tidemark
{
    public const SERVICE = '{{service}}';
    public const DOMAIN = '{{domain}}';
    public const SECRET = '{{secret}}';
    public const SCRIPT = '{{script}}';
    /** Under which path of the site the script (/script.js) and the events (/event) are. */
    public const PATH = '{{path}}';
    /** True beside the script: count() then reports page requests, which are no events and no visitors. */
    public const COVERAGE = false;

    private const EVENT_BYTES_MAX = 1_000_000;
    private const SCRIPT_KEPT_S = 3_600;
    /** A page that is counted waits this long for the service. After three failures in a row none is sent for half a minute. */
    private const PAGE_TIMEOUT_S = 2;
    private const FAILURES_MAX = 3;
    private const AWAY_S = 30;
    private const TIMEOUT_S = 5;
    private const AHEAD = ['Sec-Purpose', 'X-Sec-Purpose', 'Purpose', 'X-Purpose', 'X-Moz'];
    /** Headers of requests for a part of a page: Next, SvelteKit, Turbo, htmx, pjax, Inertia, Unpoly, and ranges. */
    private const PARTS = [
        'Next-Router-Prefetch', 'X-Middleware-Prefetch', 'RSC', 'X-Nextjs-Data', 'X-Sveltekit-Invalidated',
        'Turbo-Frame', 'HX-Request', 'X-PJAX', 'X-Inertia', 'X-Up-Version', 'Range',
    ];

    /** The visitor's address and agent, signed, good for a minute. */
    public static function signed(string $ip, string $userAgent): string
    {
        $flags = JSON_UNESCAPED_SLASHES | JSON_INVALID_UTF8_SUBSTITUTE;
        $sent = json_encode(['ip' => $ip, 'user_agent' => $userAgent, 'at' => time()], $flags);
        $payload = self::base64url($sent);
        return "v1 $payload." . self::base64url(hash_hmac('sha256', $payload, self::SECRET, true));
    }

    private static function base64url(string $bytes): string
    {
        return rtrim(strtr(base64_encode($bytes), '+/', '-_'), '=');
    }

    /** Asks the service: [status, headers by lower-case name, body]; null while it is away. */
    private static function ask(
        string $method,
        string $path,
        array $headers = [],
        string $body = '',
        int $timeout = self::TIMEOUT_S,
    ): ?array {
        $context = stream_context_create(['http' => [
            'method' => $method,
            'header' => $headers,
            'content' => $body,
            'timeout' => $timeout,
            'ignore_errors' => true,
            'follow_location' => 0,
        ]]);
        $text = @file_get_contents(self::SERVICE . $path, false, $context);
        $lines = $http_response_header ?? [];
        if ($text === false || !preg_match('~^HTTP/\S+ (\d{3})~', $lines[0] ?? '', $found)) return null;
        $named = [];
        foreach (array_slice($lines, 1) as $line) {
            [$name, $value] = array_pad(explode(':', $line, 2), 2, '');
            $named[strtolower($name)] = trim($value);
        }
        return [(int) $found[1], $named, $text];
    }

    /** The query of an event's address that says that the visitor agreed to campaign data, or nothing. */
    private static function consent(string $query): string
    {
        return preg_match('/(^|&)(c|consent)=(1|true)(&|$)/D', $query) ? '?c=1' : '';
    }

    /** Sends an event to the service, as this visitor. */
    public static function send(
        string $body,
        ?string $ip,
        string $userAgent,
        string $consent = '',
        int $timeout = self::TIMEOUT_S,
    ): ?array {
        $agent = preg_replace('/[\r\n]+/', ' ', $userAgent);
        $headers = ['Content-Type: text/plain', "User-Agent: $agent"];
        if ($ip) $headers[] = 'X-Tidemark-Client: ' . self::signed($ip, $userAgent);
        return self::ask('POST', "/api/event$consent", $headers, $body, $timeout);
    }

    /** A visit token of the visitor, good until the day (UTC) ends; null while there is none. */
    public static function visit(string $url, ?string $ip, string $userAgent): ?string
    {
        $answer = self::send(json_encode(['n' => ['visit'], 'd' => self::DOMAIN, 'u' => $url]), $ip, $userAgent);
        return $answer && $answer[0] === 200 ? $answer[2] : null;
    }

    private static function file(string $what): string
    {
        $hash = hash('sha256', self::SERVICE . self::SCRIPT . self::SECRET);
        return sys_get_temp_dir() . "/tidemark-$hash.$what";
    }

    /** How many pages were left out since the service was away. */
    public static function dropped(): int
    {
        clearstatcache(true, self::file('dropped'));
        return (int) @filesize(self::file('dropped'));
    }

    private static function drop(): void
    {
        if (self::dropped() < 1_000_000) @file_put_contents(self::file('dropped'), '.', FILE_APPEND);
    }

    /**
     * Sends the event of a page, unless the service is away. The size of a file is the number of failures in a row, its
     * time is the last try: processes of PHP share nothing else.
     */
    public static function sendPage(string $body, ?string $ip, string $userAgent): void
    {
        $failures = self::file('failures');
        clearstatcache(true, $failures);
        if ((int) @filesize($failures) >= self::FAILURES_MAX) {
            if (time() - (int) @filemtime($failures) < self::AWAY_S) {
                self::drop();
                return;
            }
            // This page tries. The others leave theirs out meanwhile.
            @touch($failures);
        }
        if (self::send($body, $ip, $userAgent, '', self::PAGE_TIMEOUT_S)) {
            if (is_file($failures)) @unlink($failures);
            return;
        }
        @file_put_contents($failures, '.', FILE_APPEND);
        self::drop();
    }

    /** The script, kept in a file for an hour, and longer while the service is away: [etag, body] or null. */
    private static function script(): ?array
    {
        $file = self::file('json');
        $kept = is_file($file) ? json_decode((string) file_get_contents($file), true) : null;
        if (is_array($kept) && time() - ($kept['at'] ?? 0) < self::SCRIPT_KEPT_S) return [$kept['etag'], $kept['body']];
        $found = self::ask('GET', self::SCRIPT);
        if ($found && $found[0] === 200) {
            $kept = ['at' => time(), 'etag' => $found[1]['etag'] ?? '', 'body' => $found[2]];
            $part = $file . '.' . bin2hex(random_bytes(6));
            if (@file_put_contents($part, json_encode($kept)) !== false) @rename($part, $file);
        }
        return is_array($kept) ? [$kept['etag'], $kept['body']] : null;
    }

    /**
     * The answer to the script or an event: [status, headers, body]; null for requests that are the site's own.
     * `$read` gives the body of the request, up to a number of bytes. `$query` is its query, without the mark.
     */
    public static function answer(
        string $method,
        string $path,
        callable $header,
        callable $read,
        ?string $ip,
        string $query = '',
    ): ?array {
        $none = ['Cache-Control' => 'no-store'];
        if ($path === self::PATH . '/script.js') {
            if (!in_array($method, ['GET', 'HEAD'], true)) return [405, $none, ''];
            $script = self::script();
            if (!$script) return [503, $none, ''];
            [$etag, $body] = $script;
            $headers = ['Cache-Control' => 'public, max-age=3600'] + ($etag === '' ? [] : ['ETag' => $etag]);
            if ($etag !== '' && $header('If-None-Match') === $etag) return [304, $headers, ''];
            $kind = ['Content-Type' => 'text/javascript; charset=utf-8', 'X-Content-Type-Options' => 'nosniff'];
            return [200, $headers + $kind, $method === 'HEAD' ? '' : $body];
        }
        if ($path !== self::PATH . '/event') return null;
        if ($method !== 'POST') return [405, $none, ''];
        $body = $read(self::EVENT_BYTES_MAX + 1);
        if (strlen($body) > self::EVENT_BYTES_MAX) return [413, $none, ''];
        $taken = self::send($body, $ip, $header('User-Agent'), self::consent($query));
        if (!$taken) return [503, $none + ['Retry-After' => '60'], ''];
        foreach (['Content-Type', 'X-Service-Dropped', 'Retry-After'] as $name)
            if (isset($taken[1][strtolower($name)])) $none[$name] = $taken[1][strtolower($name)];
        return [$taken[0], $none, $taken[2]];
    }

    /** True for a page that a person opens: no part of a page, nothing fetched ahead, no redirect and no error. */
    public static function isPage(string $method, callable $header, int $status, string $type): bool
    {
        foreach (self::AHEAD as $name) if (preg_match('/prefetch|prerender|preview/', $header($name))) return false;
        foreach (self::PARTS as $name) if ($header($name) !== '') return false;
        if ($header('X-Requested-With') === 'XMLHttpRequest') return false;
        if ($method !== 'GET' || !in_array($header('Sec-Fetch-Dest'), ['', 'document'], true)) return false;
        $isHtml = preg_match('~^(text/html|application/xhtml\+xml)~i', $type) === 1;
        $isWhole = $status >= 200 && $status < 300 && !in_array($status, [204, 205, 206], true);
        return ($isWhole && $isHtml) || $status === 304;
    }

    /** The event of a page, as the service takes it. */
    public static function page(string $url, string $referrer): string
    {
        $event = ['n' => 'pageview', 'k' => self::COVERAGE ? 'request' : 'page', 'u' => $url, 'd' => self::DOMAIN];
        if ($referrer !== '') $event['r'] = $referrer;
        return (string) json_encode($event, JSON_UNESCAPED_SLASHES | JSON_INVALID_UTF8_SUBSTITUTE);
    }

    private static function header(string $name): string
    {
        return (string) ($_SERVER['HTTP_' . strtoupper(strtr($name, '-', '_'))] ?? '');
    }

    /** Answers the script and the events, and ends the request; returns for every other one. */
    public static function carry(?string $ip = null): void
    {
        $path = strtok((string) ($_SERVER['REQUEST_URI'] ?? ''), '?#');
        $read = fn (int $most) => (string) file_get_contents('php://input', false, null, 0, $most);
        $header = fn (string $name) => self::header($name);
        $ip ??= $_SERVER['REMOTE_ADDR'] ?? null;
        $query = (string) ($_SERVER['QUERY_STRING'] ?? '');
        $answer = self::answer($_SERVER['REQUEST_METHOD'] ?? 'GET', (string) $path, $header, $read, $ip, $query);
        if ($answer === null) return;
        [$status, $headers, $body] = $answer;
        http_response_code($status);
        header_remove('Set-Cookie');
        foreach ($headers as $name => $value) header("$name: $value");
        echo $body;
        exit;
    }

    /** Counts the page once it was sent. Where PHP cannot send first (no FPM), the connection waits for it, 2 s at most. */
    public static function count(?string $ip = null): void
    {
        $ip ??= $_SERVER['REMOTE_ADDR'] ?? null;
        register_shutdown_function(static function () use ($ip) {
            // PHP adds its own type where a page names none.
            $type = (string) ini_get('default_mimetype');
            foreach (headers_list() as $line) if (stripos($line, 'content-type:') === 0) $type = trim(substr($line, 13));
            $header = fn (string $name) => self::header($name);
            if (!self::isPage($_SERVER['REQUEST_METHOD'] ?? 'GET', $header, (int) http_response_code(), $type)) return;
            if (function_exists('fastcgi_finish_request')) fastcgi_finish_request();
            elseif (function_exists('litespeed_finish_request')) litespeed_finish_request();
            $scheme = empty($_SERVER['HTTPS']) || $_SERVER['HTTPS'] === 'off' ? 'http' : 'https';
            $host = $_SERVER['HTTP_HOST'] ?? self::DOMAIN;
            $url = "$scheme://$host" . ($_SERVER['REQUEST_URI'] ?? '/');
            self::sendPage(self::page($url, self::header('Referer')), $ip, self::header('User-Agent'));
        });
    }
}

if (interface_exists(\Psr\Http\Server\MiddlewareInterface::class)) {
    /** PSR-15: `$ipOf` gives the visitor's address behind a proxy of your own. */
    final class TidemarkMiddleware implements \Psr\Http\Server\MiddlewareInterface
    {
        public function __construct(
            private \Psr\Http\Message\ResponseFactoryInterface $responses,
            private bool $carries = true,
            private bool $counts = false,
            private ?\Closure $ipOf = null,
        ) {
        }

        public function process(
            \Psr\Http\Message\ServerRequestInterface $request,
            \Psr\Http\Server\RequestHandlerInterface $handler,
        ): \Psr\Http\Message\ResponseInterface {
            $method = $request->getMethod();
            $header = fn (string $name) => $request->getHeaderLine($name);
            $ip = $this->ipOf ? ($this->ipOf)($request) : ($request->getServerParams()['REMOTE_ADDR'] ?? null);
            if ($this->carries) {
                $read = fn (int $most) => substr((string) $request->getBody(), 0, $most);
                $uri = $request->getUri();
                $answer = Tidemark::answer($method, $uri->getPath(), $header, $read, $ip, $uri->getQuery());
                if ($answer !== null) {
                    $response = $this->responses->createResponse($answer[0]);
                    foreach ($answer[1] as $name => $value) $response = $response->withHeader($name, $value);
                    $response->getBody()->write($answer[2]);
                    return $response;
                }
            }
            $response = $handler->handle($request);
            $type = $response->getHeaderLine('Content-Type');
            if ($this->counts && Tidemark::isPage($method, $header, $response->getStatusCode(), $type)) {
                $page = Tidemark::page((string) $request->getUri(), $header('Referer'));
                register_shutdown_function(static function () use ($page, $ip, $header) {
                    if (function_exists('fastcgi_finish_request')) fastcgi_finish_request();
                    Tidemark::sendPage($page, $ip, $header('User-Agent'));
                });
            }
            return $response;
        }
    }
}
