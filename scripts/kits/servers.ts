// Kits that are the configuration of a server. They carry.
import { html, type Runner } from './runner.ts'

export const serverRunners: readonly Runner[] = [
  {
    kit: 'nginx',
    needs: ['nginx -v'],
    isCarrier: true,
    files: ({ port, kit }) => ({
      'whole.conf': `daemon off; error_log stderr; pid nginx.pid; events {}
http { access_log off; client_body_temp_path a; proxy_temp_path b; fastcgi_temp_path c; uwsgi_temp_path d; scgi_temp_path e;
server { listen 127.0.0.1:${port}; location / { return 200 '${html}'; default_type text/html; }
${kit}
} }`,
    }),
    command: ({ folder }) => ['nginx', '-p', folder, '-c', 'whole.conf'],
  },
  {
    kit: 'caddy',
    needs: ['caddy version'],
    isCarrier: true,
    files: ({ port, kit }) => ({
      Caddyfile: `{\n\tadmin off\n\tauto_https off\n}\n${kit.replace(/^shop\.test \{/m, `http://127.0.0.1:${port} {`)}`,
    }),
    command: () => ['caddy', 'run', '--config', 'Caddyfile'],
  },
  {
    kit: 'apache',
    needs: ['/usr/sbin/apache2 -v'],
    isCarrier: true,
    files: ({ folder, port, kit }) => ({
      'index.html': html,
      'whole.conf': `ServerName shop.test
Listen 127.0.0.1:${port}
PidFile ${folder}/pid
ErrorLog ${folder}/log
DocumentRoot ${folder}
TypesConfig /etc/mime.types
${['mpm_event', 'authz_core', 'dir', 'mime', 'proxy', 'proxy_http', 'ssl', 'headers', 'socache_shmcb'].map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`).join('\n')}
${kit}`,
    }),
    command: ({ folder }) => ['/usr/sbin/apache2', '-X', '-d', folder, '-f', `${folder}/whole.conf`],
  },
  {
    kit: 'haproxy',
    needs: ['haproxy -v'],
    isCarrier: true,
    files: ({ port, kit }) => ({
      'whole.cfg': `defaults
    mode http
    timeout connect 5s
    timeout client 10s
    timeout server 10s
frontend shop
    bind 127.0.0.1:${port}
    http-request return status 200 content-type text/html string Shop if { path / }
${kit}
`,
    }),
    command: ({ folder }) => ['haproxy', '-f', `${folder}/whole.cfg`],
  },
]
