# Tidemark for Python's WSGI and ASGI: Django, Flask, FastAPI, Starlette and others. The standard library alone.
# `tidemark kit show --kit <name>` prints it with a site's values.
#
#   Wsgi(app, carry=True, count=False)   Asgi(app, carry=True, count=False)
#
# carry  answers the script and the events of a page, under the site's own address
# count  counts the pages that are served, where no script is wanted; never waited for. With COVERAGE it tells the
#        service how many pages were served beside the script
#
# The secret is for the server alone. It signs the visitor's address, so that the service needs to trust no proxy.
import asyncio
import base64
import hashlib
import hmac
import json
import re
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from concurrent.futures import ThreadPoolExecutor

SERVICE = "{{service}}"
DOMAIN = "{{domain}}"
SECRET = "{{secret}}"
SCRIPT = "{{script}}"
# Under which path of the site the script (/script.js) and the events (/event) are.
PATH = "{{path}}"
# True beside the script: count=True then reports page requests, which are no events and no visitors.
COVERAGE = False

EVENT_BYTES_MAX = 1_000_000
SCRIPT_KEPT_S = 3_600
TIMEOUT_S = 5
WAITING_MAX = 100

# How many events were left out: more than a hundred were on their way, or the service was away.
dropped = 0
_waiting = threading.Semaphore(WAITING_MAX)
_pool = ThreadPoolExecutor(max_workers=4, thread_name_prefix="tidemark")
_script = None
_script_lock = threading.Lock()


def _drop():
    global dropped
    dropped += 1


def _base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def signed(ip, user_agent):
    """The visitor's address and agent, signed, good for a minute."""
    sent = json.dumps({"ip": ip, "user_agent": user_agent, "at": int(time.time())})
    payload = _base64url(sent.encode())
    mac = hmac.new(SECRET.encode(), payload.encode(), hashlib.sha256).digest()
    return f"v1 {payload}.{_base64url(mac)}"


def _consent(query):
    """The query of an event's address that says that the visitor agreed to campaign data, or nothing."""
    return "?c=1" if re.search(r"(^|&)(c|consent)=(1|true)(&|$)", query) else ""


def _send(body, ip, user_agent, consent=""):
    """Sends an event to the service, as this visitor: (status, headers, body)."""
    headers = {"Content-Type": "text/plain", "User-Agent": user_agent}
    if ip:
        headers["X-Tidemark-Client"] = signed(ip, user_agent)
    request = urllib.request.Request(SERVICE + "/api/event" + consent, data=body, headers=headers, method="POST")
    try:
        with urllib.request.urlopen(request, timeout=TIMEOUT_S) as answer:
            return answer.status, answer.headers, answer.read()
    except urllib.error.HTTPError as refused:
        with refused:
            return refused.code, refused.headers, refused.read()


def visit(url, ip, user_agent):
    """A visit token of the visitor, good until the day (UTC) ends; None while there is none. Asks the service."""
    try:
        asked = json.dumps({"n": ["visit"], "d": DOMAIN, "u": url})
        status, _, token = _send(asked.encode(), ip, user_agent)
        return token.decode() if status == 200 else None
    except Exception:
        return None


def _plain(status, body=b"", headers=()):
    return status, [("Cache-Control", "no-store"), ("Content-Length", str(len(body))), *headers], body


def _carry_script(known):
    """The script, kept for an hour, and longer while the service is away."""
    global _script
    with _script_lock:
        if _script is None or time.monotonic() - _script[0] > SCRIPT_KEPT_S:
            try:
                with urllib.request.urlopen(SERVICE + SCRIPT, timeout=TIMEOUT_S) as found:
                    _script = (time.monotonic(), found.read(), found.headers.get("ETag", ""))
            except OSError:
                pass  # The script that is kept is good enough.
        script = _script
    if script is None:
        return _plain(503)
    _, body, etag = script
    headers = [("Cache-Control", "public, max-age=3600")] + ([("ETag", etag)] if etag else [])
    if etag and known == etag:
        return 304, headers, b""
    kind = [("Content-Type", "text/javascript; charset=utf-8"), ("X-Content-Type-Options", "nosniff")]
    return 200, [*headers, *kind, ("Content-Length", str(len(body)))], body


def _carry_event(body, ip, user_agent, consent):
    if body is None:
        return _plain(413)
    try:
        status, found, text = _send(body, ip, user_agent, consent)
    except OSError:
        _drop()
        return _plain(503, headers=[("Retry-After", "60")])
    names = ("Content-Type", "X-Service-Dropped", "Retry-After")
    return _plain(status, text, [(name, found[name]) for name in names if found[name]])


# Headers of requests for a part of a page: Next, SvelteKit, Turbo, htmx, pjax, Inertia, Unpoly, and ranges.
PARTS = (
    *("next-router-prefetch", "x-middleware-prefetch", "rsc", "x-nextjs-data", "x-sveltekit-invalidated"),
    *("turbo-frame", "hx-request", "x-pjax", "x-inertia", "x-up-version", "range"),
)


def _is_page(method, header, status, kind):
    """True for a page that a person opens: no part of a page, nothing fetched ahead, no redirect and no error."""
    ahead = (header(name) for name in ("sec-purpose", "x-sec-purpose", "purpose", "x-purpose", "x-moz"))
    if method != "GET" or any(re.search("prefetch|prerender|preview", one) for one in ahead):
        return False
    if header("sec-fetch-dest") not in ("", "document") or header("x-requested-with") == "XMLHttpRequest":
        return False
    if any(header(name) for name in PARTS):
        return False
    is_html = kind.lower().startswith(("text/html", "application/xhtml+xml"))
    is_whole = 200 <= status < 300 and status not in (204, 205, 206)
    return (is_whole and is_html) or status == 304


def _count(url, referrer, ip, user_agent):
    """Counts a page that was served; nothing of it is waited for, and nothing of it raises."""
    if not _waiting.acquire(blocking=False):
        return _drop()

    def work():
        try:
            kind = "request" if COVERAGE else "page"
            event = {"n": "pageview", "k": kind, "u": url, "d": DOMAIN, "r": referrer or None}
            _send(json.dumps(event).encode(), ip, user_agent)
        except Exception:
            _drop()
        finally:
            _waiting.release()

    _pool.submit(work)


class Wsgi:
    """Stands around a WSGI application. `ip_of(environ)` gives the visitor's address behind a proxy of your own."""

    def __init__(self, app, carry=True, count=False, ip_of=lambda environ: environ.get("REMOTE_ADDR")):
        self.app, self.carry, self.count, self.ip_of = app, carry, count, ip_of

    def __call__(self, environ, start_response):
        method, path = environ["REQUEST_METHOD"], environ.get("SCRIPT_NAME", "") + environ.get("PATH_INFO", "")
        agent, ip = environ.get("HTTP_USER_AGENT", ""), self.ip_of(environ)
        if self.carry and path in (PATH + "/script.js", PATH + "/event"):
            status, headers, body = self._answer(environ, method, path, ip, agent)
            start_response(f"{status} {'OK' if status < 300 else 'Answer'}", headers)
            return [b"" if method == "HEAD" else body]
        if not self.count:
            return self.app(environ, start_response)
        return self._counted(environ, start_response, method, ip, agent)

    @staticmethod
    def _answer(environ, method, path, ip, agent):
        if path.endswith("/script.js"):
            known = environ.get("HTTP_IF_NONE_MATCH", "")
            return _carry_script(known) if method in ("GET", "HEAD") else _plain(405)
        if method != "POST":
            return _plain(405)
        sent = environ.get("CONTENT_LENGTH") or "0"
        length = int(sent) if sent.isdecimal() else 0
        body = environ["wsgi.input"].read(length) if length <= EVENT_BYTES_MAX else None
        return _carry_event(body, ip, agent, _consent(environ.get("QUERY_STRING", "")))

    def _counted(self, environ, start_response, method, ip, agent):
        def started(status, headers, *error):
            kind = next((value for name, value in headers if name.lower() == "content-type"), "")

            def header(name):
                return environ.get("HTTP_" + name.upper().replace("-", "_"), "")

            if _is_page(method, header, int(status.split(" ", 1)[0]), kind):
                query = environ.get("QUERY_STRING", "")
                host = environ.get("HTTP_HOST", DOMAIN)
                path = urllib.parse.quote((environ.get("SCRIPT_NAME", "") + environ.get("PATH_INFO", "")).encode("latin-1"))
                url = f"{environ['wsgi.url_scheme']}://{host}{path}{'?' + query if query else ''}"
                _count(url, environ.get("HTTP_REFERER"), ip, agent)
            return start_response(status, headers, *error)

        return self.app(environ, started)


class Asgi:
    """Stands around an ASGI application. `ip_of(scope)` gives the visitor's address behind a proxy of your own."""

    def __init__(self, app, carry=True, count=False, ip_of=lambda scope: (scope.get("client") or [None])[0]):
        self.app, self.carry, self.count, self.ip_of = app, carry, count, ip_of

    async def __call__(self, scope, receive, send):
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
        agent, ip, method = headers.get("user-agent", ""), self.ip_of(scope), scope["method"]
        if self.carry and scope["path"] in (PATH + "/script.js", PATH + "/event"):
            return await self._answer(scope, headers, receive, send, ip, agent)
        if not self.count:
            return await self.app(scope, receive, send)

        async def sent(message):
            if message["type"] == "http.response.start":
                found = {name.lower(): value for name, value in message.get("headers", [])}
                kind = found.get(b"content-type", b"").decode("latin-1")
                if _is_page(method, lambda name: headers.get(name, ""), message["status"], kind):
                    query = scope.get("query_string", b"").decode("latin-1")
                    host = headers.get("host", DOMAIN)
                    path = urllib.parse.quote(scope["path"])
                    url = f"{scope.get('scheme', 'http')}://{host}{path}{'?' + query if query else ''}"
                    _count(url, headers.get("referer"), ip, agent)
            await send(message)

        return await self.app(scope, receive, sent)

    @staticmethod
    async def _answer(scope, headers, receive, send, ip, agent):
        loop = asyncio.get_running_loop()
        method, is_script = scope["method"], scope["path"].endswith("/script.js")
        if method not in (("GET", "HEAD") if is_script else ("POST",)):
            answer = _plain(405)
        elif is_script:
            answer = await loop.run_in_executor(None, _carry_script, headers.get("if-none-match", ""))
        else:
            body, more = bytearray(), True
            while more and len(body) <= EVENT_BYTES_MAX:
                message = await receive()
                body += message.get("body", b"")
                more = message["type"] == "http.request" and message.get("more_body", False)
            consent = _consent(scope.get("query_string", b"").decode("latin-1"))
            whole = bytes(body) if len(body) <= EVENT_BYTES_MAX else None
            answer = await loop.run_in_executor(None, _carry_event, whole, ip, agent, consent)
        status, found, body = answer
        fields = [(name.lower().encode(), value.encode("latin-1")) for name, value in found]
        await send({"type": "http.response.start", "status": status, "headers": fields})
        await send({"type": "http.response.body", "body": b"" if method == "HEAD" else body})
