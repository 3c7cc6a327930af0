// Package tidemark is a kit for Go's net/http: the standard library alone.
// `tidemark kit show --kit go` prints it with a site's values.
//
//	http.ListenAndServe(addr, tidemark.Carry(tidemark.Count(handler)))
//
// Carry answers the script and the events of a page, under the site's own address. Count counts the pages that are
// served, where no script is wanted; it is never waited for. With Coverage it tells the service how many pages were
// served beside the script.
//
// The secret is for the server alone. It signs the visitor's address, so that the service needs to trust no proxy.
package tidemark

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"regexp"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

// The values of the site. Path: under which path of the site the script (/script.js) and the events (/event) are.
// Coverage: true beside the script; Count then reports page requests, which are no events and no visitors.
const (
	Service = "{{service}}"
	Domain  = "{{domain}}"
	Secret  = "{{secret}}"
	Script  = "{{script}}"
	Path    = "{{path}}"

	Coverage = false
)

const (
	eventBytesMax = 1_000_000
	scriptKept    = time.Hour
	timeout       = 5 * time.Second
	waitingMax    = 100
)

// IPOf gives the visitor's address. Behind a proxy of your own, replace it.
var IPOf = func(request *http.Request) string {
	host, _, err := net.SplitHostPort(request.RemoteAddr)
	if err != nil {
		return request.RemoteAddr
	}
	return host
}

// Dropped counts events that were left out: more than a hundred were on their way, or the service was away.
var Dropped atomic.Int64

var (
	waiting = make(chan struct{}, waitingMax)
	client  = &http.Client{Timeout: timeout}
	consent = regexp.MustCompile(`(^|&)(c|consent)=(1|true)(&|$)`)
	ahead   = regexp.MustCompile("prefetch|prerender|preview")
	html    = regexp.MustCompile(`(?i)^(text/html|application/xhtml\+xml)`)
)

// Signed is the visitor's address and agent, signed, good for a minute.
func Signed(ip, userAgent string) string {
	sent, _ := json.Marshal(map[string]any{"ip": ip, "user_agent": userAgent, "at": time.Now().Unix()})
	payload := base64.RawURLEncoding.EncodeToString(sent)
	mac := hmac.New(sha256.New, []byte(Secret))
	mac.Write([]byte(payload))
	return "v1 " + payload + "." + base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// consentOf is the query of an event's address that says that the visitor agreed to campaign data, or nothing.
func consentOf(query string) string {
	if consent.MatchString(query) {
		return "?c=1"
	}
	return ""
}

// send sends an event to the service, as this visitor. The query is the one of consentOf.
func send(ctx context.Context, body []byte, ip, userAgent, query string) (*http.Response, error) {
	address := Service + "/api/event" + query
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", "text/plain")
	request.Header.Set("User-Agent", userAgent)
	if ip != "" {
		request.Header.Set("X-Tidemark-Client", Signed(ip, userAgent))
	}
	return client.Do(request)
}

// Visit is a visit token of the visitor, good until the day (UTC) ends; empty while there is none.
func Visit(request *http.Request) string {
	url := pageOf(request)
	asked, _ := json.Marshal(map[string]any{"n": []string{"visit"}, "d": Domain, "u": url})
	answer, err := send(request.Context(), asked, IPOf(request), request.UserAgent(), "")
	if err != nil {
		return ""
	}
	defer answer.Body.Close()
	token, err := io.ReadAll(io.LimitReader(answer.Body, 1_000))
	if err != nil || answer.StatusCode != http.StatusOK {
		return ""
	}
	return string(token)
}

// pageOf is the address of the page as the visitor sees it.
func pageOf(request *http.Request) string {
	scheme := "http"
	if request.TLS != nil {
		scheme = "https"
	}
	return scheme + "://" + request.Host + request.URL.RequestURI()
}

type kept struct {
	at   time.Time
	body []byte
	etag string
}

var (
	script     *kept
	scriptLock sync.Mutex
)

// theScript is kept for an hour, and longer while the service is away.
func theScript() *kept {
	scriptLock.Lock()
	defer scriptLock.Unlock()
	if script != nil && time.Since(script.at) < scriptKept {
		return script
	}
	answer, err := client.Get(Service + Script)
	if err != nil {
		return script
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(io.LimitReader(answer.Body, eventBytesMax))
	if err == nil && answer.StatusCode == http.StatusOK {
		script = &kept{time.Now(), body, answer.Header.Get("ETag")}
	}
	return script
}

func plain(w http.ResponseWriter, status int) {
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
}

func carryScript(w http.ResponseWriter, request *http.Request) {
	if request.Method != http.MethodGet && request.Method != http.MethodHead {
		plain(w, http.StatusMethodNotAllowed)
		return
	}
	found := theScript()
	if found == nil {
		plain(w, http.StatusServiceUnavailable)
		return
	}
	w.Header().Set("Cache-Control", "public, max-age=3600")
	if found.etag != "" {
		w.Header().Set("ETag", found.etag)
		if request.Header.Get("If-None-Match") == found.etag {
			w.WriteHeader(http.StatusNotModified)
			return
		}
	}
	w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Content-Length", strconv.Itoa(len(found.body)))
	if request.Method == http.MethodGet {
		w.Write(found.body)
	}
}

func carryEvent(w http.ResponseWriter, request *http.Request) {
	if request.Method != http.MethodPost {
		plain(w, http.StatusMethodNotAllowed)
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, request.Body, eventBytesMax))
	if err != nil {
		plain(w, http.StatusRequestEntityTooLarge)
		return
	}
	query := consentOf(request.URL.RawQuery)
	taken, err := send(request.Context(), body, IPOf(request), request.UserAgent(), query)
	if err != nil {
		Dropped.Add(1)
		w.Header().Set("Retry-After", "60")
		plain(w, http.StatusServiceUnavailable)
		return
	}
	defer taken.Body.Close()
	for _, name := range []string{"Content-Type", "X-Service-Dropped", "Retry-After"} {
		if value := taken.Header.Get(name); value != "" {
			w.Header().Set(name, value)
		}
	}
	plain(w, taken.StatusCode)
	io.Copy(w, io.LimitReader(taken.Body, eventBytesMax))
}

// Carry answers the script and the events, and hands every other request on.
func Carry(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		switch request.URL.Path {
		case Path + "/script.js":
			carryScript(w, request)
		case Path + "/event":
			carryEvent(w, request)
		default:
			next.ServeHTTP(w, request)
		}
	})
}

// parts are headers of requests for a part of a page: Next, SvelteKit, Turbo, htmx, pjax, Inertia, Unpoly, and ranges.
var parts = []string{
	"Next-Router-Prefetch", "X-Middleware-Prefetch", "Rsc", "X-Nextjs-Data", "X-Sveltekit-Invalidated",
	"Turbo-Frame", "Hx-Request", "X-Pjax", "X-Inertia", "X-Up-Version", "Range",
}

// IsPage tells a page that a person opens: no part of a page, nothing fetched ahead, no redirect and no error.
func IsPage(request *http.Request, status int, kind string) bool {
	for _, name := range []string{"Sec-Purpose", "X-Sec-Purpose", "Purpose", "X-Purpose", "X-Moz"} {
		if ahead.MatchString(request.Header.Get(name)) {
			return false
		}
	}
	for _, name := range parts {
		if request.Header.Get(name) != "" {
			return false
		}
	}
	if request.Header.Get("X-Requested-With") == "XMLHttpRequest" {
		return false
	}
	goal := request.Header.Get("Sec-Fetch-Dest")
	if request.Method != http.MethodGet || (goal != "" && goal != "document") {
		return false
	}
	isWhole := status >= 200 && status < 300 && (status < http.StatusNoContent || status > http.StatusPartialContent)
	return (isWhole && html.MatchString(kind)) || status == http.StatusNotModified
}

// watched remembers the status, and the type that the server finds out itself. It unwraps, so that http.ResponseController still streams.
type watched struct {
	http.ResponseWriter
	status int
	kind   string
}

func (w *watched) WriteHeader(status int) {
	if w.status == 0 || w.status < 200 {
		w.status = status
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *watched) Write(data []byte) (int, error) {
	if w.status == 0 {
		w.status = http.StatusOK
	}
	if w.kind == "" {
		w.kind = w.Header().Get("Content-Type")
		if w.kind == "" {
			w.kind = http.DetectContentType(data)
		}
	}
	return w.ResponseWriter.Write(data)
}

func (w *watched) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// Flush streams, where the server can.
func (w *watched) Flush() {
	if flusher, ok := w.ResponseWriter.(http.Flusher); ok {
		flusher.Flush()
	}
}

// Count counts each page once it is served.
func Count(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		// Read now: routers change the path.
		url, ip := pageOf(request), IPOf(request)
		seen := &watched{ResponseWriter: w}
		next.ServeHTTP(seen, request)
		if seen.status == 0 {
			seen.status = http.StatusOK
		}
		if IsPage(request, seen.status, seen.kind) {
			countPage(url, request.Referer(), ip, request.UserAgent())
		}
	})
}

func countPage(url, referrer, ip, userAgent string) {
	select {
	case waiting <- struct{}{}:
	default:
		Dropped.Add(1)
		return
	}
	go func() {
		defer func() { <-waiting }()
		event := map[string]any{"n": "pageview", "k": "page", "u": url, "d": Domain}
		if Coverage {
			event["k"] = "request"
		}
		if referrer != "" {
			event["r"] = referrer
		}
		body, _ := json.Marshal(event)
		taken, err := send(context.Background(), body, ip, userAgent, "")
		if err != nil {
			Dropped.Add(1)
			return
		}
		taken.Body.Close()
	}()
}
