// Kits for Python, Ruby, PHP and Go.
import type { KitName } from '../../src/rules/kits.ts'
import { html, type Mode, type Runner, type Site } from './runner.ts'

const python = '/usr/bin/python3'

const forPython = (kit: KitName, module: string, main: (site: Site) => string): Runner => ({
  kit,
  needs: [`${python} -c "import ${module}"`],
  files: (site) => ({ 'main.py': main(site) }),
  command: () => [python, 'main.py'],
})

const how = (mode: Mode) => (mode === 'carry' ? 'carry=True' : 'carry=False, count=True')
const rackHow = (mode: Mode) => (mode === 'carry' ? '' : ', carry: false, count: true')

const serveWsgi = ({ port }: Site) => `
from wsgiref.simple_server import WSGIRequestHandler, make_server
class Quiet(WSGIRequestHandler):
    def log_message(self, *all): pass
make_server('127.0.0.1', ${port}, application, handler_class=Quiet).serve_forever()
`

const wordpressConfig = (folder: string): string => `<?php
define('DB_NAME', 'wp');
define('DB_USER', 'root');
define('DB_PASSWORD', '');
define('DB_HOST', 'localhost:${folder}/data/mysql.sock');
define('DB_CHARSET', 'utf8mb4');
define('DB_COLLATE', '');
define('WP_HOME', 'http://' . $_SERVER['HTTP_HOST']);
define('WP_SITEURL', WP_HOME);
$table_prefix = 'wp_';
if (!defined('ABSPATH')) define('ABSPATH', __DIR__ . '/');
require_once ABSPATH . 'wp-settings.php';
`

/** PHP as sites run it: FPM behind nginx, which names the visitor. */
const fpm = (folder: string, port: number) => ({
  'fpm.conf': `[global]
error_log = ${folder}/fpm.log
daemonize = no
[www]
user = www-data
group = www-data
listen = ${folder}/fpm.sock
listen.mode = 0666
pm = static
pm.max_children = 8
php_admin_value[sys_temp_dir] = ${folder}/tmp
`,
  'nginx.whole': `daemon off; error_log stderr; pid nginx.pid; events {}
http { access_log off; client_body_temp_path a; proxy_temp_path b; fastcgi_temp_path c; uwsgi_temp_path d; scgi_temp_path e;
server { listen 127.0.0.1:${port}; root ${folder}/public; location / {
include /etc/nginx/fastcgi_params; fastcgi_param SCRIPT_FILENAME ${folder}/public/index.php; fastcgi_pass unix:${folder}/fpm.sock;
} } }`,
  'start.sh': `rm -rf fpm.sock tmp; mkdir -m 777 tmp\n/usr/sbin/php-fpm8.2 -R -y fpm.conf &\nuntil [ -S fpm.sock ]; do sleep 0.1; done\nexec nginx -p ${folder} -c nginx.whole\n`,
})

export const languageRunners: readonly Runner[] = [
  forPython(
    'flask',
    'flask',
    (site) => `
from flask import Flask
from tidemark import Wsgi
application = Flask(__name__)
application.route('/')(lambda: '${html}')
application = Wsgi(application, ${how(site.mode)})
${serveWsgi(site)}`,
  ),
  forPython(
    'django',
    'django',
    (site) => `
from django.conf import settings
settings.configure(ROOT_URLCONF=__name__, ALLOWED_HOSTS=['*'], SECRET_KEY='x')
from django.core.wsgi import get_wsgi_application
from django.http import HttpResponse
from django.urls import path
urlpatterns = [path('', lambda request: HttpResponse('${html}'))]
from tidemark import Wsgi
application = Wsgi(get_wsgi_application(), ${how(site.mode)})
${serveWsgi(site)}`,
  ),
  forPython(
    'fastapi',
    'fastapi, uvicorn',
    ({ port, mode }) => `
import uvicorn
from fastapi import FastAPI
from fastapi.responses import HTMLResponse
from tidemark import Asgi
app = FastAPI()
app.get('/', response_class=HTMLResponse)(lambda: '${html}')
app.add_middleware(Asgi, ${how(mode)})
uvicorn.run(app, host='127.0.0.1', port=${port}, log_level='error')`,
  ),
  {
    kit: 'sinatra',
    needs: [`ruby -e "require 'sinatra/base'; require 'webrick'"`],
    files: ({ port, mode }) => ({
      'main.rb': `
require_relative 'tidemark'
require 'rack'
require 'sinatra/base'
require 'webrick'
class Shop < Sinatra::Base
  set :environment, :production
  get('/') { '${html}' }
end
app = Tidemark::Kit.new(Shop.new${rackHow(mode)})
Rack::Handler::WEBrick.run(app, Host: '127.0.0.1', Port: ${port}, AccessLog: [], Logger: WEBrick::Log.new(nil, 0), DoNotReverseLookup: true)`,
    }),
    command: () => ['ruby', 'main.rb'],
  },
  {
    kit: 'php',
    needs: ['php -v'],
    files: ({ mode }) => ({
      'index.php': `<?php require __DIR__ . '/tidemark.php'; Tidemark::${mode}(); echo '${html}';`,
    }),
    slowPages: 3,
    command: ({ port }) => ['php', '-S', `127.0.0.1:${port}`, 'index.php'],
  },
  {
    kit: 'rails',
    needs: [`ruby -e "require 'rails'"`, 'which puma'],
    files: ({ lines }) => ({
      'config.ru': `
require 'action_controller/railtie'
require_relative 'lib/tidemark'
class Shop < Rails::Application
  config.secret_key_base = 'x' * 64
  config.hosts.clear
  config.eager_load = true
  config.logger = Logger.new(nil)
  ${lines['config/application.rb']}
  routes.append { root to: 'pages#home' }
end
class PagesController < ActionController::Base
  def home
    render html: '${html}'.html_safe
  end
end
Shop.initialize!
run Shop
`,
    }),
    command: ({ port }) => ['puma', '-q', '-e', 'production', '-b', `tcp://127.0.0.1:${port}`, 'config.ru'],
  },
  {
    kit: 'php',
    name: 'php-fpm',
    slowPages: 1,
    needs: ['nginx -v', '/usr/sbin/php-fpm8.2 -v'],
    files: ({ mode, folder, port }) => ({
      ...fpm(folder, port),
      'public/index.php': `<?php require __DIR__ . '/../tidemark.php'; Tidemark::${mode}(); echo '${html}';`,
    }),
    command: () => ['sh', 'start.sh'],
  },
  {
    kit: 'php',
    name: 'psr-15',
    slowPages: 1,
    needs: ['nginx -v', '/usr/sbin/php-fpm8.2 -v', 'test -d /usr/share/php/Nyholm/Psr7'],
    files: ({ mode, folder, port }) => ({
      ...fpm(folder, port),
      // Debian has PSR-7 and no PSR-15, whose two interfaces stand here.
      'public/psr-15.php': `<?php
namespace Psr\\Http\\Server;
use Psr\\Http\\Message\\{ResponseInterface, ServerRequestInterface};
interface RequestHandlerInterface { public function handle(ServerRequestInterface $request): ResponseInterface; }
interface MiddlewareInterface
{
    public function process(ServerRequestInterface $request, RequestHandlerInterface $handler): ResponseInterface;
}
`,
      'public/index.php': `<?php
require '/usr/share/php/Nyholm/Psr7/autoload.php';
require __DIR__ . '/psr-15.php';
require __DIR__ . '/../tidemark.php';
$factory = new Nyholm\\Psr7\\Factory\\Psr17Factory();
$page = new class implements Psr\\Http\\Server\\RequestHandlerInterface {
    public function handle(Psr\\Http\\Message\\ServerRequestInterface $request): Psr\\Http\\Message\\ResponseInterface
    {
        return new Nyholm\\Psr7\\Response(200, ['Content-Type' => 'text/html; charset=utf-8'], '${html}');
    }
};
$address = 'http://' . $_SERVER['HTTP_HOST'] . $_SERVER['REQUEST_URI'];
$body = fopen('php://input', 'r');
$request = new Nyholm\\Psr7\\ServerRequest($_SERVER['REQUEST_METHOD'], $address, getallheaders(), $body, '1.1', $_SERVER);
$kit = new TidemarkMiddleware($factory, ${mode === 'carry'}, ${mode === 'count'});
$response = $kit->process($request, $page);
http_response_code($response->getStatusCode());
foreach ($response->getHeaders() as $name => $values) foreach ($values as $value) header("$name: $value", false);
echo $response->getBody();
`,
    }),
    command: () => ['sh', 'start.sh'],
  },
  {
    kit: 'laravel',
    slowPages: 1,
    needs: ['nginx -v', '/usr/sbin/php-fpm8.2 -v', 'test -d /usr/share/php/Illuminate/Routing'],
    // Debian has the parts of Laravel, and no skeleton of an application.
    files: ({ lines, folder, port }) => ({
      ...fpm(folder, port),
      'public/index.php': `${lines['public/index.php']}
require '/usr/share/php/Illuminate/Routing/autoload.php';
require '/usr/share/php/Illuminate/Http/autoload.php';
require '/usr/share/php/Illuminate/Events/autoload.php';
$app = new Illuminate\\Container\\Container();
$router = new Illuminate\\Routing\\Router(new Illuminate\\Events\\Dispatcher($app), $app);
$app->instance(Illuminate\\Contracts\\Routing\\Registrar::class, $router);
$router->get('/', fn () => '${html}');
$router->dispatch(Illuminate\\Http\\Request::capture())->send();
`,
    }),
    command: () => ['sh', 'start.sh'],
  },
  {
    kit: 'wordpress',
    slowPages: 1,
    needs: [
      'nginx -v',
      '/usr/sbin/php-fpm8.2 -v',
      'which mariadbd',
      'php -r "extension_loaded(\'mysqli\') || exit(1);"',
    ],
    files: ({ kit, lines, folder, port }) => ({
      ...fpm(folder, port),
      'public/wp-content/mu-plugins/tidemark/tidemark.php': kit,
      'public/wp-content/mu-plugins/tidemark.php': lines['wp-content/mu-plugins/tidemark.php']!,
      'public/wp-config.php': wordpressConfig(folder),
      'install.php': `<?php
define('WP_INSTALLING', true);
$_SERVER['HTTP_HOST'] = 'shop.test';
require '${folder}/public/wp-load.php';
require ABSPATH . 'wp-admin/includes/upgrade.php';
if (!is_blog_installed()) wp_install('Shop', 'admin', 'admin@shop.test', true, '', 'a long password');
`,
      'database.sh': `set -e
test -d data || mariadb-install-db --auth-root-authentication-method=normal --user=www-data --datadir=$PWD/data >/dev/null
mariadbd --no-defaults --user=www-data --datadir=$PWD/data --socket=$PWD/data/mysql.sock --skip-networking >/dev/null 2>&1 &
for try in $(seq 100); do mariadb-admin --no-defaults --socket=$PWD/data/mysql.sock ping >/dev/null 2>&1 && break; sleep 0.2; done
`,
      'build.sh': `set -e
test -e public/wp-load.php || cp -rLn /usr/share/wordpress/. public/
chmod 755 .
. ./database.sh
mariadb --no-defaults --socket=data/mysql.sock -u root -e 'create database if not exists wp'
php install.php
mariadb-admin --no-defaults --socket=data/mysql.sock -u root shutdown
`,
      'serve.sh': '. ./database.sh\nset +e\n. ./start.sh\n',
    }),
    build: () => ['sh', 'build.sh'],
    command: () => ['sh', 'serve.sh'],
  },
  {
    kit: 'go',
    needs: ['go version'],
    files: ({ port, mode }) => ({
      'go.mod': 'module shop\n\ngo 1.19\n',
      'main.go': `package main

import (
	"net/http"
	"shop/tidemark"
)

func main() {
	page := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte("${html}")) })
	http.ListenAndServe("127.0.0.1:${port}", tidemark.${mode === 'carry' ? 'Carry' : 'Count'}(page))
}
`,
    }),
    command: () => ['go', 'run', '.'],
  },
]
