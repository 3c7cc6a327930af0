# Tidemark for Rack: Rails, Sinatra, Hanami, Roda. The standard library alone.
# `tidemark kit show --kit <name>` prints it with a site's values.
#
#   use Tidemark::Kit, carry: true, count: false
#   env['tidemark'].visit(env)  a visit token of the visitor: an event of yours that brings it joins the visit
#
# carry  answers the script and the events of a page, under the site's own address
# count  counts the pages that are served, where no script is wanted; never waited for. With COVERAGE it tells the
#        service how many pages were served beside the script
#
# The secret is for the server alone. It signs the visitor's address, so that the service needs to trust no proxy.
require 'base64'
require 'json'
require 'net/http'
require 'openssl'
require 'uri'

module Tidemark
  SERVICE = '{{service}}'
  DOMAIN = '{{domain}}'
  SECRET = '{{secret}}'
  SCRIPT = '{{script}}'
  # Under which path of the site the script (/script.js) and the events (/event) are.
  PATH = '{{path}}'
  # True beside the script: `count: true` then reports page requests, which are no events and no visitors.
  COVERAGE = false

  EVENT_BYTES_MAX = 1_000_000
  SCRIPT_KEPT_S = 3_600
  TIMEOUT_S = 5
  WAITING_MAX = 100
  SENDERS = 4
  AHEAD = %w[SEC_PURPOSE X_SEC_PURPOSE PURPOSE X_PURPOSE X_MOZ].freeze
  # Headers of requests for a part of a page: Next, SvelteKit, Turbo, htmx, pjax, Inertia, Unpoly, and ranges.
  PARTS = %w[
    NEXT_ROUTER_PREFETCH X_MIDDLEWARE_PREFETCH RSC X_NEXTJS_DATA X_SVELTEKIT_INVALIDATED
    TURBO_FRAME HX_REQUEST X_PJAX X_INERTIA X_UP_VERSION RANGE
  ].freeze

  # `ip_of` gives the visitor's address behind a proxy of your own: in Rails `->(env) { ActionDispatch::Request.new(env).remote_ip }`.
  class Kit
    # How many events were left out: more than a hundred were on their way, or the service was away.
    attr_reader :dropped

    def initialize(app, carry: true, count: false, ip_of: ->(env) { env['REMOTE_ADDR'] })
      @app, @carry, @count, @ip_of = app, carry, count, ip_of
      @dropped = 0
      @lock = Mutex.new
      @waiting = SizedQueue.new(WAITING_MAX)
      @script = nil
    end

    def call(env)
      env['tidemark'] = self
      method, path = env['REQUEST_METHOD'], env['SCRIPT_NAME'].to_s + env['PATH_INFO'].to_s
      if @carry && path == "#{PATH}/script.js"
        return %w[GET HEAD].include?(method) ? carry_script(env, method) : plain(405)
      elsif @carry && path == "#{PATH}/event"
        return method == 'POST' ? carry_event(env) : plain(405)
      end

      # Read now: routers change the path.
      page = @count ? [url_of(env, path), env['HTTP_REFERER'], @ip_of.call(env), env['HTTP_USER_AGENT'].to_s] : nil
      status, headers, body = @app.call(env)
      count(*page) if page && page?(env, status, headers)
      [status, headers, body]
    end

    # A visit token of the visitor, good until the day (UTC) ends; nil while there is none. Asks the service.
    def visit(env)
      path = env['SCRIPT_NAME'].to_s + env['PATH_INFO'].to_s
      asked = JSON.generate({ n: ['visit'], d: DOMAIN, u: url_of(env, path) })
      answer = send_event(asked, @ip_of.call(env), env['HTTP_USER_AGENT'].to_s)
      answer.code == '200' ? answer.body : nil
    rescue StandardError
      nil
    end

    private

    # The visitor's address and agent, signed, good for a minute.
    def signed(ip, user_agent)
      sent = JSON.generate({ ip: ip, user_agent: user_agent.scrub, at: Time.now.to_i })
      payload = Base64.urlsafe_encode64(sent, padding: false)
      mac = OpenSSL::HMAC.digest('SHA256', SECRET, payload)
      "v1 #{payload}.#{Base64.urlsafe_encode64(mac, padding: false)}"
    end

    def ask(uri, request)
      options = { use_ssl: uri.scheme == 'https', open_timeout: TIMEOUT_S, read_timeout: TIMEOUT_S }
      Net::HTTP.start(uri.host, uri.port, **options) { |http| http.request(request) }
    end

    # The query of an event's address that says that the visitor agreed to campaign data, or nothing.
    def consent_of(env)
      env['QUERY_STRING'].to_s.match?(/(\A|&)(c|consent)=(1|true)(&|\z)/) ? '?c=1' : ''
    end

    # Sends an event to the service, as this visitor.
    def send_event(body, ip, user_agent, consent = '')
      uri = URI("#{SERVICE}/api/event#{consent}")
      headers = { 'content-type' => 'text/plain', 'user-agent' => user_agent }
      headers['x-tidemark-client'] = signed(ip, user_agent) if ip
      request = Net::HTTP::Post.new(uri, headers)
      request.body = body
      ask(uri, request)
    end

    def plain(status, body = '', headers = {})
      [status, { 'cache-control' => 'no-store', 'content-length' => body.bytesize.to_s, **headers }, [body]]
    end

    # The script, kept for an hour, and longer while the service is away.
    def carry_script(env, method)
      script = @lock.synchronize do
        fetch_script if @script.nil? || Process.clock_gettime(Process::CLOCK_MONOTONIC) - @script[:at] > SCRIPT_KEPT_S
        @script
      end
      return plain(503) unless script

      headers = { 'cache-control' => 'public, max-age=3600' }
      headers['etag'] = script[:etag] if script[:etag]
      return [304, headers, []] if script[:etag] && env['HTTP_IF_NONE_MATCH'] == script[:etag]

      kind = { 'content-type' => 'text/javascript; charset=utf-8', 'x-content-type-options' => 'nosniff' }
      length = { 'content-length' => script[:body].bytesize.to_s }
      [200, { **headers, **kind, **length }, method == 'HEAD' ? [] : [script[:body]]]
    end

    def fetch_script
      uri = URI(SERVICE + SCRIPT)
      found = ask(uri, Net::HTTP::Get.new(uri))
      return unless found.is_a?(Net::HTTPSuccess)

      @script = { at: Process.clock_gettime(Process::CLOCK_MONOTONIC), body: found.body, etag: found['etag'] }
    rescue StandardError
      nil # The script that is kept is good enough.
    end

    def carry_event(env)
      body = env['rack.input']&.read(EVENT_BYTES_MAX + 1).to_s
      return plain(413) if body.bytesize > EVENT_BYTES_MAX

      taken = send_event(body, @ip_of.call(env), env['HTTP_USER_AGENT'].to_s, consent_of(env))
      names = %w[content-type x-service-dropped retry-after]
      plain(taken.code.to_i, taken.body.to_s, names.to_h { |name| [name, taken[name]] }.compact)
    rescue StandardError
      drop
      plain(503, '', { 'retry-after' => '60' })
    end

    # True for a page that a person opens: no part of a page, nothing fetched ahead, no redirect and no error.
    def page?(env, status, headers)
      is_ahead = AHEAD.any? { |name| env["HTTP_#{name}"].to_s.match?(/prefetch|prerender|preview/) }
      return false if env['REQUEST_METHOD'] != 'GET' || is_ahead || PARTS.any? { |name| env["HTTP_#{name}"] }
      return false unless ['', 'document'].include?(env['HTTP_SEC_FETCH_DEST'].to_s)
      return false if env['HTTP_X_REQUESTED_WITH'] == 'XMLHttpRequest'

      kind = headers.find { |name, _| name.to_s.downcase == 'content-type' }&.last.to_s
      is_whole = status.to_i.between?(200, 299) && ![204, 205, 206].include?(status.to_i)
      (is_whole && kind.match?(%r{\A(text/html|application/xhtml\+xml)}i)) || status.to_i == 304
    end

    def url_of(env, path)
      query = env['QUERY_STRING'].to_s
      "#{env['rack.url_scheme']}://#{env['HTTP_HOST'] || DOMAIN}#{path}#{query.empty? ? '' : "?#{query}"}"
    end

    # Counts a page that was served; nothing of it is waited for, and nothing of it raises.
    def count(url, referrer, ip, user_agent)
      start_senders
      @waiting.push([url, referrer, ip, user_agent], true)
    rescue ThreadError
      drop
    end

    # Begun with the first page, so that a server that forks has them in each process.
    def start_senders
      return if @pid == Process.pid

      @lock.synchronize do
        next if @pid == Process.pid

        @pid = Process.pid
        SENDERS.times { Thread.new { work } }
      end
    end

    def work
      loop do
        url, referrer, ip, user_agent = @waiting.pop
        kind = COVERAGE ? 'request' : 'page'
        send_event(JSON.generate({ n: 'pageview', k: kind, u: url, d: DOMAIN, r: referrer }), ip, user_agent)
      rescue StandardError
        drop
      end
    end

    def drop
      @lock.synchronize { @dropped += 1 }
    end
  end
end
